#!/bin/sh
# espeak-ng, with its options (first line) and its text kept in a file of the folder SAID.
file=$SAID/$$
printf '%s\n' "$*" >"$file.new"
tee -a "$file.new" | /usr/bin/espeak-ng "$@"
mv "$file.new" "$file.txt"
