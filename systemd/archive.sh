# Checks an unpacked archive: ends the script unless it is whole, and signed by whom this machine trusts.
# To be sourced after steps.sh.
#   reads $top      the unpacked archive
#         $trusted  yes if nobody's signature is asked for
# shellcheck shell=dash disable=SC2154

trusted= # by a word on the command line alone, never by the environment
ONCE_MORE="download the file from the releases page again"

check_archive() {
  if ! [ -e "$top/SHA256SUMS" ]; then
    fail archive "this is not a release archive. In a checkout, run: sudo make install" no-release
  fi
  check_signature # first: until then the sums are anybody's, and name what they like
  (cd "$top" && sha256sum --check --quiet --strict SHA256SUMS) >/dev/null 2>&1 ||
    fail archive "damaged: download and unpack it again" damaged
  say archive "complete"
}

# Trusted is whom the version at work names. Where there is none, or it names nobody, the archive speaks for
# itself: whose is installed first, is trusted from then on.
check_signature() {
  if [ -n "${trusted:-}" ]; then
    say signature "not checked: you trust this archive"
    return
  fi
  local signers="$OPT/current/system/allowed-signers"
  grep -qs '^[^#]' "$signers" || signers=$top/systemd/allowed-signers
  if ! [ -e "$top/SHA256SUMS.sig" ]; then
    fail signature "missing: $ONCE_MORE. If you made it yourself: sudo okanjo/install.sh --trust" unsigned
  fi
  ssh-keygen -Y verify -f "$signers" -I okanjo -n okanjo -s "$top/SHA256SUMS.sig" \
    <"$top/SHA256SUMS" >/dev/null 2>&1 || case $? in
    127) fail signature "cannot be checked: sudo apt install openssh-client, then $AGAIN" no-ssh-keygen ;;
    *) fail signature "not from a trusted key: $ONCE_MORE. If the releases page announces a new key: sudo okanjo/install.sh --trust" forged ;;
  esac
  say signature "valid"
}
