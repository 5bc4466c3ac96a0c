"""The pages of all tables, and of one."""
