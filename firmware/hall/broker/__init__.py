"""The hall's side of the broker: what tables say, and the seats that they are sent."""
