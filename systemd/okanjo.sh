#!/bin/sh
# `okanjo` in a shell: the version that is current now, to the end, whatever becomes current.
here=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$here/bin/python" -I -m firmware "$@"
