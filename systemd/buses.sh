# What of the machine's own files an installation writes: the settings, if there are none, and two lines
# of config.txt on a Pi. To be read after steps.sh.
# shellcheck shell=sh disable=SC2034,SC2154

# The owner's file is never touched.
settings() {
  file=$ROOT/etc/okanjo/okanjo.toml
  if [ -e "$file" ]; then
    say settings "kept: $file"
    return
  fi
  mkdir -p "$ROOT/etc/okanjo"
  cp "$top/config/okanjo.toml" "$file.new"
  sync "$file.new"
  mv "$file.new" "$file"
  say settings "$file"
}

# I2C and SPI, on a Pi, where config.txt says nothing of them. Without them Okanjo goes on.
buses() {
  if ! is_a_pi; then
    say "I2C, SPI" "not a Raspberry Pi: nothing to switch on"
    return
  fi
  boot=$ROOT/boot/firmware/config.txt
  [ -e "$boot" ] || boot=$ROOT/boot/config.txt
  add=
  if ! says i2c_arm && ! says i2c; then add="dtparam=i2c_arm=on,i2c_arm_baudrate=400000"; fi
  if ! says spi; then add="$add dtparam=spi=on"; fi
  if [ -z "$add" ]; then
    say "I2C, SPI" "as set in $boot"
  elif switched_on; then
    say "I2C, SPI" "switched on in $boot"
  else
    rm -f "$boot.new" 2>/dev/null || true
    say "I2C, SPI" "$boot is missing or cannot be written. For display and lights, add these lines at its end and restart:" >&2
    for line in "[all]" $add; do say "" "$line" >&2; done
  fi
}

# config.txt has sections, and a later line has the last word. Before all of it these lines are for every
# board, and what the owner says for one of them alone still counts there. The mark comes first: it may
# tell of a restart too many, should this be cut off here, but never of none.
switched_on() {
  {
    # shellcheck disable=SC2086 # lines, one a word
    { printf '%s\n' $add && cat "$boot"; } >"$boot.new" && sync "$boot.new" && : >"$RESTART" &&
      mv "$boot.new" "$boot" && sync -f "$boot"
  } 2>/dev/null
}

# Whether a line of config.txt sets this parameter, to whatever, on every board.
says() {
  awk '/^[ \t]*\[/ { elsewhere = tolower($1) !~ /^\[all\]/ } !elsewhere' "$boot" 2>/dev/null |
    grep -Eaqs "^[[:space:]]*(dtparam|device_tree_param)=([^,]*,)*$1(=|,|[[:space:]]*\$)"
}
