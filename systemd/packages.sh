# What the distribution is asked for: Debian's package lists in, the compiled libraries installed out.
# To be read after steps.sh.
# shellcheck shell=sh disable=SC2154

PACKAGES="python3 python3-cbor2 python3-evdev python3-pil python3-spidev"
LOCKED_WITHIN_S=${OKANJO_LOCKED_WITHIN_S:-600}

has_package() { dpkg-query --show --showformat '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: //p' | grep -v '(none)' || true; }

# Nobody is asked anything: of a file that the owner has changed, theirs stays. Unless told to be strict,
# apt calls it well when a list, or all of them, could not be fetched.
apt_get() {
  apt-get -qq -o APT::Update::Error-Mode=any -o Dpkg::Options::=--force-confdef \
    -o Dpkg::Options::=--force-confold "$@" </dev/null 2>&1
}

# What has no wheel comes from the distribution; lgpio only where that has it.
packages() {
  missing=
  for package in $PACKAGES python3-lgpio; do
    if ! has_package "$package"; then missing="$missing $package"; fi
  done
  if [ "$missing" = " python3-lgpio" ] && [ -z "$(candidate python3-lgpio)" ] && ! needs_lgpio; then missing=; fi
  if [ -z "$missing" ]; then
    say packages "already installed"
    return
  fi
  export DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1
  finish_what_was_cut_off
  say packages "installing$missing ..."
  whole=yes
  asked update || whole=
  but_lgpio
  for package in $missing; do
    if [ -z "$(candidate "$package")" ]; then unfetched; fi
  done
  # shellcheck disable=SC2086 # names, one a word
  if [ -n "$missing" ] && ! asked install --yes --no-install-recommends $missing; then unfetched; fi
  say packages "${lacking:-installed}"
}

# A Pi has pins, and without lgpio they do nothing.
needs_lgpio() { is_a_pi && ! has_lgpio && [ -z "$(wheel_of lgpio)" ]; }

# Only whole lists can say that there is none. It is not written down: it may come.
but_lgpio() {
  if [ -n "$(candidate python3-lgpio)" ]; then return; fi
  if needs_lgpio; then
    if [ -z "$whole" ]; then unfetched; fi
    lacking="all there but python3-lgpio, which this system does not have"
  fi
  missing=$(echo "$missing" | sed 's/ python3-lgpio//')
}

# By a pulled plug; where it is still going on, the lock is waited for below.
finish_what_was_cut_off() {
  if [ -z "$(dpkg --audit 2>/dev/null)" ]; then return; fi
  say packages "finishing an interrupted installation ..."
  dpkg --configure -a --force-confdef --force-confold </dev/null >/dev/null 2>&1 || true
}

# asked WORDS: apt-get, once nobody else is at it. A Pi's first start fetches updates by itself. What it
# has said of a mistake is in $said.
asked() {
  waits=
  until=$(($(uptime_s) + LOCKED_WITHIN_S))
  until said=$(apt_get "$@"); do
    if ! locked || [ "$(uptime_s)" -ge "$until" ]; then return 1; fi
    if [ -z "$waits" ]; then say packages "the system is installing updates: waiting, 10 minutes at most"; fi
    waits=yes
    sleep 1
  done
}

# Somebody else has it; what cannot be locked at all (a card that has turned read-only) is told at once.
locked() {
  case $said in *"Could not get lock"*) return 0 ;; esac
  return 1
}

unfetched() {
  echo "$said" | quoted >&2
  if locked; then fail packages "the system is installing updates: wait a few minutes, then $AGAIN"; fi
  case $said in
    *"not valid yet"* | *"not yet valid"*)
      fail packages "this machine's clock is behind (it says $(date '+%F %H:%M')): with a network, it sets \
itself. Wait a few minutes, then $AGAIN"
      ;;
  esac
  fail packages "could not be downloaded: check the network, or a server is down. Then $AGAIN"
}
