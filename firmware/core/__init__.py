"""The appliance: the loop that owns the table, its journal, and what is shown."""
