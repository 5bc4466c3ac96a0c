"""What a site is made of, the device's and the hall's alike: connections, events, files."""
