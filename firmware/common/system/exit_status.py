"""What every command tells a shell when it ends; 0 is that all went well."""

FAILED = 1  # it was understood, but could not be done; of a program, that a mistake ended it
UNUSABLE = 2  # what was asked for, or a setting, makes no sense: argparse's own status for it
BUSY = 3  # another Okanjo is in the way: ask again when it is not
NOBODY = 3  # the Okanjo that is to answer is not there: the same to a script, it may ask again
