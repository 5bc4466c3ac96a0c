#!/bin/bash
# A folder with a kernel in it ($1) and its version ($2) in; gpio-sim/modules in that folder out, or an
# exit status and the reason. Debian's kernels come without gpio-sim, the kernel's own make-believe GPIO
# chip: its unchanged source is built here, by what this machine has to build its own modules with.
# irq_sim needs another call in one place, as the one it makes is not there for modules.
set -euo pipefail
work=$1/gpio-sim
version=$2
made=$work/modules
headers=$1/kernel/x/usr/src/linux-headers-$version # what its own architecture has to itself
series=$(echo "$version" | cut -d. -f1,2)
source=linux-source-$series
compiler=
[ "${version##*-}" != arm64 ] || compiler=aarch64-linux-gnu-

[ "$(cat "$made/for" 2>/dev/null)" != "$version" ] || exit 0
no() { echo "no GPIO chip: $1" >&2; exit 1; }

rm -rf "$work" && mkdir -p "$work/source" "$made"
cd "$work/source"
[ -d "/usr/src/linux-headers-${version%-*}-common" ] || no "there are no headers of kernel $version"
apt-get -qq -o Acquire::Retries=3 download "$source" 2>/dev/null || no "$source is not to be had"
dpkg-deb --fsys-tarfile "$source"_*.deb | tar -xO "./usr/src/$source.tar.xz" | tar -xJ --strip-components=3 \
  "$source/drivers/gpio/gpio-sim.c" "$source/drivers/gpio/gpiolib.h" "$source/kernel/irq/irq_sim.c" ||
  no "$source does not hold it"
rm -f "$source"_*.deb
sed -i 's/handle_simple_irq(irq_to_desc(\(\w*\)))/generic_handle_irq(\1)/' irq_sim.c
printf '#include <linux/module.h>\nMODULE_LICENSE("GPL");\n' >>irq_sim.c
echo 'obj-m := irq_sim.o gpio-sim.o' >Makefile
for part in scripts tools; do ln -sfn "/usr/lib/linux-kbuild-$series/$part" "$headers/$part"; done
make -s -C "$headers" CROSS_COMPILE=$compiler M="$PWD" modules >"$work/make.log" 2>&1 ||
  no "it does not build ($work/make.log)"
"${compiler}strip" --strip-debug gpio-sim.ko irq_sim.ko
cp gpio-sim.ko irq_sim.ko "$made/"
echo "$version" >"$made/for"
