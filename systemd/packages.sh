# Installs what Debian has of the compiled libraries, and what speaks. To be sourced after steps.sh.
#   reads $PYTHON
#   sets $missing, the packages still to be installed; $output, what apt-get has said last
# shellcheck shell=dash disable=SC2154

PACKAGES="python3 python3-cbor2 python3-evdev python3-pil python3-spidev"
VOICE="alsa-utils espeak-ng"
VOICE_NEEDS_MB=200 # unpacked 50, downloaded 21; the rest is left to the games
LOCKED_WITHIN_S=${OKANJO_LOCKED_WITHIN_S:-600}

# What has no wheel comes from the distribution; lgpio only where that has it.
packages() {
  local package lists=whole outcome=installed
  list_missing
  if [ -z "$missing" ]; then
    say packages "already installed"
    return
  fi
  export DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1
  finish_interrupted_packages
  say packages "installing$missing ..."
  apt_when_free update || lists=partial
  if [ -z "$(candidate python3-lgpio)" ]; then
    if needs_lgpio; then
      # only whole lists can say that there is none
      if [ $lists = partial ]; then not_downloaded; fi
      outcome="all there but python3-lgpio, which this system does not have"
    fi
    missing=$(echo "$missing" | sed 's/ python3-lgpio//')
  fi
  for package in $missing; do
    if [ -z "$(candidate "$package")" ]; then not_downloaded; fi
  done
  # shellcheck disable=SC2086 # names, one a word
  if [ -n "$missing" ] && ! apt_when_free install --yes --no-install-recommends $missing; then not_downloaded; fi
  say packages "$outcome"
}

# The voice's programs come last, once the device is at work: few tables need them, and they are larger than
# all the rest. If they cannot be installed, that is no failure.
voice() {
  local package free_mb
  missing=
  for package in $VOICE; do
    if ! has_package "$package"; then missing="$missing $package"; fi
  done
  if [ -z "$missing" ]; then
    say voice "already installed"
    return
  fi
  free_mb=$(($(df --output=avail -k "$VERSIONS" | tail -n 1) / 1024))
  if [ "$free_mb" -lt "$VOICE_NEEDS_MB" ]; then
    say voice "none: the disk has only $free_mb MB left. Free some space, then: sudo apt install$missing"
    return
  fi
  say voice "installing$missing ..."
  export DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1
  # lists of before may name what is no longer there
  # shellcheck disable=SC2086 # names, one a word
  if apt_when_free install --yes --no-install-recommends $missing ||
    { ! apt_was_locked && apt_when_free update && apt_when_free install --yes --no-install-recommends $missing; }; then
    say voice installed
  else
    echo "$output" | quoted
    say voice "none, as these could not be installed; the rest works. With a network: sudo apt install$missing"
  fi
}

# Each with a space before it. That a system has no lgpio is not written down, as it may come.
list_missing() {
  local package
  missing=
  for package in $PACKAGES python3-lgpio; do
    if ! has_package "$package"; then missing="$missing $package"; fi
  done
  if [ "$missing" = " python3-lgpio" ] && [ -z "$(candidate python3-lgpio)" ] && ! needs_lgpio; then missing=; fi
}

has_package() { dpkg-query --show --showformat '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: //p' | grep -v '(none)' || true; }

# A Pi has pins, and without lgpio they do nothing.
needs_lgpio() { is_a_pi && ! has_lgpio && [ -z "$(wheel_of lgpio)" ]; }

# Where dpkg was cut off by a pulled plug. Where it is still running, its lock is waited for below.
finish_interrupted_packages() {
  if [ -z "$(dpkg --audit 2>/dev/null)" ]; then return; fi
  say packages "finishing an interrupted installation ..."
  dpkg --configure -a --force-confdef --force-confold </dev/null >/dev/null 2>&1 || true
}

# apt_when_free WORDS: apt-get, once no other apt is running. A Pi's first start fetches updates by itself.
apt_when_free() {
  local waits='' until=$(($(uptime_s) + LOCKED_WITHIN_S))
  until output=$(apt_get "$@"); do
    if ! apt_was_locked || [ "$(uptime_s)" -ge "$until" ]; then return 1; fi
    if [ -z "$waits" ]; then say packages "the system is installing updates: waiting, 10 minutes at most"; fi
    waits=yes
    sleep 1
  done
}

# Nobody is asked anything: of a file that the owner has changed, theirs stays. Unless told to be strict,
# apt calls it well when a list, or all of them, could not be fetched.
apt_get() {
  apt-get -qq -o APT::Update::Error-Mode=any -o Dpkg::Options::=--force-confdef \
    -o Dpkg::Options::=--force-confold "$@" </dev/null 2>&1
}

# Another apt has the lock; what cannot be locked at all (a card that has turned read-only) is said at once.
apt_was_locked() {
  case $output in *"Could not get lock"*) return 0 ;; esac
  return 1
}

# Ends the script with what apt-get has said, and what to do.
not_downloaded() {
  echo "$output" | quoted >&2
  if apt_was_locked; then fail packages "the system is installing updates: wait a few minutes, then $AGAIN"; fi
  case $output in
    *"not valid yet"* | *"not yet valid"*)
      fail packages "this machine's clock is behind (it says $(date '+%F %H:%M')): with a network, it sets \
itself. Wait a few minutes, then $AGAIN"
      ;;
    *"No space left"* | *"enough free space"*) fail packages "the disk is full (df -h): free some space, then $AGAIN" full ;;
  esac
  fail packages "could not be downloaded: check the network, or a server is down. Then $AGAIN"
}
