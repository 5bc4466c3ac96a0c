# What the distribution is asked for: Debian's package lists in, the compiled libraries installed out.
# To be read after steps.sh.
# shellcheck shell=sh

PACKAGES="python3 python3-cbor2 python3-evdev python3-pil python3-spidev"
LISTS_WITHIN_S=${OKANJO_LISTS_WITHIN_S:-600}

has_package() { dpkg-query --show --showformat '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: //p' | grep -v '(none)' || true; }

# Nobody is asked anything: of a file that the owner has changed, theirs stays.
apt_get() {
  apt-get -qq -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confdef \
    -o Dpkg::Options::=--force-confold "$@" </dev/null 2>&1
}

# What has no wheel comes from the distribution; lgpio only where that has it.
packages() {
  missing=
  for package in $PACKAGES python3-lgpio; do
    if ! has_package "$package"; then missing="$missing $package"; fi
  done
  if [ "$missing" = " python3-lgpio" ] && [ -z "$(candidate python3-lgpio)" ]; then missing=; fi
  if [ -z "$missing" ]; then
    say packages "all there"
    return
  fi
  export DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1
  # what was cut off once, by a pulled plug; where it is still going on, the lock is waited for below
  if [ -n "$(dpkg --audit 2>/dev/null)" ]; then
    dpkg --configure -a --force-confdef --force-confold </dev/null >/dev/null 2>&1 || true
  fi
  say packages "fetching$missing ..."
  lists || true
  if [ -z "$(candidate python3-lgpio)" ]; then missing=$(echo "$missing" | sed 's/ python3-lgpio//'); fi
  for package in $missing; do
    if [ -z "$(candidate "$package")" ]; then unfetched "$said"; fi
  done
  # shellcheck disable=SC2086 # names, one a word
  if [ -n "$missing" ] && ! said=$(apt_get install --yes --no-install-recommends $missing); then
    unfetched "$said"
  fi
  say packages "installed"
}

# The newest lists. A Pi's first start fetches them by itself, and apt does not wait for that.
lists() {
  waits=
  until=$(($(uptime_s) + LISTS_WITHIN_S))
  until said=$(apt_get update); do
    case $said in *lists/lock*) ;; *) return 1 ;; esac
    if [ "$(uptime_s)" -ge "$until" ]; then return 1; fi
    if [ -z "$waits" ]; then say packages "the system is fetching updates: waiting for that, 10 minutes at most"; fi
    waits=yes
    sleep 1
  done
}

unfetched() {
  echo "$1" | quoted >&2
  case $1 in
    *[/.]lock*) fail packages "the system is busy with its own updates: run this again in some minutes" ;;
    *) fail packages "could not be fetched: is the network there? Then run this again" ;;
  esac
}
