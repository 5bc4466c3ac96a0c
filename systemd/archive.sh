# An unpacked archive in; back only if it is whole, and signed by whom this machine trusts. To be read after
# steps.sh.
# shellcheck shell=sh disable=SC2154

ONCE_MORE="fetch the file from the release's page once more"

check_archive() {
  if ! [ -e "$top/SHA256SUMS" ]; then
    fail archive "this is no release archive: in a checkout it is made and installed by: make install"
  fi
  (cd "$top" && sha256sum --check --quiet --strict SHA256SUMS) >/dev/null 2>&1 ||
    fail archive "it has come damaged: fetch and unpack it once more"
  say archive "whole"
  check_signature
}

# Trusted is whom the version at work names. Where there is none, or it names nobody, the archive speaks for
# itself: whose is installed first, is trusted from then on.
check_signature() {
  if [ -n "${trusted:-}" ]; then
    say signature "not asked for: you trust this archive"
    return
  fi
  signers=$OPT/current/system/allowed-signers
  grep -qs '^[^#]' "$signers" || signers=$top/systemd/allowed-signers
  if ! [ -e "$top/SHA256SUMS.sig" ]; then
    fail signature "there is none: $ONCE_MORE. If you have made it yourself: sudo okanjo/install.sh --trust"
  fi
  ssh-keygen -Y verify -f "$signers" -I okanjo -n okanjo -s "$top/SHA256SUMS.sig" \
    <"$top/SHA256SUMS" >/dev/null 2>&1 || case $? in
    127) fail signature "ssh-keygen is missing, which checks it: sudo apt install openssh-client. Then run this again" ;;
    *) fail signature "not by whom this machine trusts: $ONCE_MORE. If its page tells of a new key: sudo okanjo/install.sh --trust" ;;
  esac
  say signature "right"
}
