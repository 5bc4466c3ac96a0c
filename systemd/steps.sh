# What the installer's scripts have in common: where things lie, one line a step, a link laid, a folder
# taken away. To be sourced after `set -eu`.
#   reads $top     the unpacked archive, where a function needs one
#   sets $explained yes once a line has said why it failed; $links_changed once a link is new;
#        $output, what the last program that `quietly` ran has said
# shellcheck shell=dash disable=SC2034,SC2154

umask 022
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"

ROOT=${OKANJO_ROOT:-} # for trying it out: everything below lies in this folder
OPT=$ROOT/opt/okanjo
VERSIONS=$OPT/versions
# Its user is one of the system's own, and these have lower numbers than people.
FIRST_PERSON=1000
LOCK=$ROOT/run/okanjo-install.lock # not in /run/lock, where anybody may write
RESTART=$ROOT/run/okanjo-restart   # a restart is due: gone with it
AGAIN=${OKANJO_AGAIN:-run this again} # what to do once a mistake is mended

# a terminal that is gone is no reason to stop half-way
say() { printf '%-12s %s\n' "$1" "$2" 2>/dev/null || true; }

# fail STEP SENTENCE [CODE]: the code is for request.sh, whose page has sentences of its own.
fail() {
  explained=yes
  if [ -n "${3:-}" ] && [ -n "${OKANJO_WHY:-}" ]; then echo "$3" >"$OKANJO_WHY"; fi
  say "$1" "$2" >&2
  exit 1
}

# What a program said of a mistake, above what we say of it.
quoted() { tail -n 5 | sed 's/^/  | /' || true; }

# A program that is to be heard only if it fails.
quietly() {
  if output=$("$@" 2>&1); then return 0; fi
  echo "$output" | quoted >&2
  return 1
}

# Ctrl-C, a closed window, a kill: each an exit of its own. Without these, sh leaves out `trap ... EXIT`.
signals_are_exits() {
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

as_root() {
  if [ "$(id -u)" != 0 ] && [ -z "$ROOT" ]; then
    explained=yes
    echo "This changes the system: sudo $1" >&2
    exit 2
  fi
}

# One at a time: a second one waits for the first.
alone() {
  exec 9>"$LOCK"
  flock -n 9 || {
    say waiting "another installation is running"
    flock 9
  }
}

systemd_runs() { [ -d "$ROOT/run/systemd/system" ]; }

is_a_pi() { grep -aqs "Raspberry Pi" "$ROOT/sys/firmware/devicetree/base/model"; }

uptime_s() { cut -d. -f1 /proc/uptime; }

# The number of the user called okanjo; nothing when there is none.
user_number() { sed -n 's/^okanjo:[^:]*:\([0-9]*\):.*/\1/p' "$ROOT/etc/passwd" 2>/dev/null || true; }

# Files of the archive whose paths match. An older archive may have left others beside them.
files_of_archive() { sed 's/^[0-9a-f]* [ *]//' "$top/SHA256SUMS" | grep "^$1"; }

# wheel_of NAME: the archive's for this machine and this Python; nothing when there is none.
wheel_of() {
  local machine tags
  case $(dpkg --print-architecture) in
    arm64) machine=aarch64 ;;
    amd64) machine=x86_64 ;;
    *) return 0 ;;
  esac
  tags=$("$PYTHON" -c 'import sys; n = sys.version_info[1]; print(f"cp3{n}-cp3{n}" + r"\|cp312-abi3" * (n >= 12))' 2>/dev/null) || return 0
  files_of_archive "wheels/$1-.*-\($tags\)-.*_$machine\.whl$" || true
}

has_lgpio() { "$PYTHON" -I -c 'import lgpio' 2>/dev/null; }

# Two links make the history: "current", and in each version's folder "before", laid before it becomes
# current. So one link changes both, and wherever that is cut off, there is a way back.
#   version_of current    version_of versions/NAME/before
# Nothing when there is none, or it is not whole.
version_of() {
  local version
  version=$(readlink "$OPT/$1" 2>/dev/null) || return 0
  version=${version##*/}
  if [ -e "$VERSIONS/$version/.whole" ]; then echo "$version"; fi
}

was_ready() { [ -e "$VERSIONS/$1/.was-ready" ]; }

# link TARGET NAME: in one step. A sentence and 1 if it cannot be.
link() {
  if [ "$(readlink "$2" 2>/dev/null)" = "$1" ]; then return 0; fi
  if mkdir -p "${2%/*}" && ln -sfn "$1" "$2.new" && mv -Tf "$2.new" "$2"; then
    links_changed=yes
    return 0
  fi
  rm -f "$2.new" || true
  cannot_be_laid "$2"
}

cannot_be_laid() {
  say link "$1 cannot be made: move what has that name, or free some space (df -h). Then $AGAIN" >&2
  return 1
}

# discard FOLDER: gone from its place at once; what is left of it at a cut is swept up later.
discard() {
  local gone="${1%/*}/.gone-${1##*/}"
  if ! [ -e "$1" ]; then return 0; fi
  rm -rf "$gone"
  mv -T "$1" "$gone"
  rm -rf "$gone"
}
