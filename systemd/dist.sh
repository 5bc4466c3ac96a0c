#!/bin/sh
# These sources in, dist/okanjo-<version>.tar.gz out: all that an installation needs but the
# distribution's own packages. The same sources make the same bytes. If a key is named ($1), it is signed,
# and vendor-data comes beside it, which installs it from an empty card, and a zip of the two; then
# $ADDRESS, or the README's last line, has to say where releases are. dist/latest.json tells devices of it.
set -eu
umask 022
export LC_ALL=C
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml | head -n 1)
name=okanjo-$version
wheels=build/wheels

# pip, from wherever there is one; it touches nothing but build/
pip() {
  python=.venv/bin/python
  [ -x "$python" ] || python=build/pip/bin/python
  [ -x "$python" ] || python3 -m venv build/pip || {
    echo "On Debian: sudo apt install python3-venv" >&2
    exit 1
  }
  "$python" -m pip --disable-pip-version-check "$@"
}

# All wheels, by their sums; compiled ones for the machines and Pythons they are built for.
fetch() {
  echo "Fetching libraries (once) ..."
  rm -rf "$wheels" "$wheels.new"
  mkdir -p "$wheels.new"
  named() { awk -v names="^($1)==" '/^[a-z]/ { named = $0 ~ names } named' systemd/wheels.txt; }
  named 'lgpio|zxing-cpp' >build/wheels-compiled.txt
  grep -vxFf build/wheels-compiled.txt systemd/wheels.txt >build/wheels-pure.txt
  set -- download --quiet --require-hashes --no-deps --only-binary=:all: --dest "$wheels.new"
  pip "$@" -r build/wheels-pure.txt
  for one in 'lgpio|zxing-cpp:3.11' zxing-cpp:3.12; do
    named "${one%:*}" >build/wheels-compiled.txt
    for machine in aarch64 x86_64; do
      pip "$@" --python-version "${one#*:}" --implementation cp --platform "manylinux_2_34_$machine" \
        --platform "manylinux_2_28_$machine" -r build/wheels-compiled.txt
    done
  done
  cp systemd/wheels.txt "$wheels.new/wheels.txt"
  mv "$wheels.new" "$wheels"
}

# The files of these sources: what git knows, else what is no trace of a run.
sources() {
  set -- engine drivers firmware config docs systemd README.md CHANGELOG.md LICENSE pyproject.toml
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do
      if [ -e "$file" ]; then echo "$file"; fi
    done
  else
    find "$@" -type f ! -path '*/__pycache__/*' ! -name '*.mo'
  fi
}

# By a key that devices know from the archive before, or from this one.
sign() {
  case $(realpath "$1") in "$PWD"/*)
    echo "A release key does not belong in the sources: move $1 elsewhere" >&2
    return 1
    ;;
  esac
  sums=$folder/SHA256SUMS
  ssh-keygen -q -Y sign -n okanjo -f "$1" "$sums" 2>/dev/null || {
    echo "$1 cannot sign: is it a private key, and is the passphrase right?" >&2
    return 1
  }
  ssh-keygen -Y verify -f systemd/allowed-signers -I okanjo -n okanjo -s "$sums.sig" <"$sums" >/dev/null 2>&1 || {
    echo "Devices do not know this key. Add this line to systemd/allowed-signers, then run this again:" >&2
    echo "okanjo namespaces=\"okanjo\" $(ssh-keygen -y -f "$1")" >&2
    return 1
  }
}

# Where releases are, as the README says it; a release with a placeholder there helps nobody.
address=${ADDRESS:-$(sed -n 's/^\[releases\]: //p' README.md)}
if [ -n "${1:-}" ]; then
  case $address in *OWNER*)
    echo "Where will releases be? Name the address: make release KEY=... ADDRESS=https://..., or write it into the last line of README.md" >&2
    exit 1
    ;;
  esac
fi

# Languages as they are read; what translators write stays in the sources.
compile_languages() {
  set -- "$folder"/firmware/words/catalogues/*/*.po
  [ -e "$1" ] || return 0
  python=.venv/bin/python
  "$python" -c "import babel" 2>/dev/null || {
    python=build/words/bin/python
    [ -x "$python" ] || python3 -m venv build/words
    "$python" -m pip --disable-pip-version-check install --quiet --require-hashes -r .ci/locks/words.txt
  }
  "$python" .ci/catalogue "$@"
  rm "$@"
}

# What a Pi runs at its first start: its program, and the keys that are to have signed the release.
vendor_data() {
  while IFS= read -r line; do
    case $line in
      @*@)
        line=${line#@}
        cat "systemd/${line%@}"
        ;;
      *) printf '%s\n' "$line" ;;
    esac
  done <systemd/card/vendor-data.sh
}

# Both files for the card in one: the same bytes, as they have the same times.
for_the_card() {
  rm -rf build/card
  mkdir -p build/card
  cp "dist/$name.tar.gz" build/card/
  vendor_data >build/card/vendor-data
  cp build/card/vendor-data dist/
  TZ=UTC touch -d 2000-01-01 build/card/*
  (cd build/card && TZ=UTC python3 -m zipfile -c "../$name-card.zip" "$name.tar.gz" vendor-data)
  mv "build/$name-card.zip" dist/
}

# Where devices that may look for new versions find latest.json: beside the releases. GitHub has a place
# there for the files of the newest one.
latest_url() {
  case ${1%/} in
    *OWNER*) ;;
    https://github.com/*/releases) echo "${1%/}/latest/download/latest.json" ;;
    https://*) echo "${1%/}/latest.json" ;;
  esac
}

cmp -s systemd/wheels.txt "$wheels/wheels.txt" || fetch
folder=build/okanjo # without a version, so that one line unpacks and installs whichever it is
rm -rf "$folder"
mkdir -p "$folder/wheels" dist
sources | sort >build/sources
tar -cf - -T build/sources | tar -xf - -C "$folder"
sed -i "s|^\[releases\]: .*|[releases]: $address|" "$folder/README.md"
latest=$(latest_url "$address")
if [ "$latest" ]; then echo "$latest" >"$folder/systemd/latest.url"; fi
compile_languages
cp "$wheels"/*.whl "$folder/wheels/"
cp systemd/install.sh systemd/uninstall.sh "$folder/"
cd "$folder"
find . -type d -exec chmod 755 {} +
find . -type f -exec chmod 644 {} +
find . -name '*.sh' -exec chmod 755 {} +
find . -type f | sed 's|^\./||' | sort | xargs -d '\n' sha256sum >../sums
mv ../sums SHA256SUMS
cd ../..
if [ -n "${1:-}" ]; then sign "$1"; fi
tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mtime=@1 -C build -cf - okanjo |
  gzip -9n >"dist/$name.tar.gz.new"
mv "dist/$name.tar.gz.new" "dist/$name.tar.gz"
python3 -B -m firmware.common.releases.offer "dist/$name.tar.gz" CHANGELOG.md >dist/latest.json.new
mv dist/latest.json.new dist/latest.json
echo "dist/$name.tar.gz"
if [ -n "${1:-}" ]; then
  for_the_card
  echo "dist/latest.json"
  echo "dist/vendor-data"
  echo "dist/$name-card.zip"
fi
