#!/bin/sh
# Say each line of standard input, and stop whatever is being said before. A line is a number and what
# espeak-ng and aplay need, tabs between: voice, words a minute, amplitude (0 to 200), ALSA's name of the
# output, silence before it in ms, text. A line without a text only stops.
# Answers of each text: "done" and its number once it has been heard to its end; "stopped" and its number; or
# what went wrong, and then "failed" and its number. It may answer again: the first counts. What a stop brings
# down complains, too, but is not the newest by then. Exits at the end of its input.
set -u
tab=$(printf '\t')
speaker=''

# Without the 44 bytes of a WAV file's header, so that silence can come before.
sound() {
  if [ "$lead_in_ms" -gt 0 ]; then head -c "$((44 * lead_in_ms))" /dev/zero; fi # 22 of 2 bytes a ms
  printf '%s\n' "$text" |
    { espeak-ng --stdin --stdout -z -v "$voice" -s "$speed" -a "$amplitude" || echo "failed $number" >&2; } |
    tail -c +45
}

# Both programs end by themselves, or when aplay is stopped: then espeak-ng has nobody to write to. KILL, as
# a milder signal is lost on a child that is just becoming aplay.
speak() {
  if ! command -v espeak-ng >/dev/null; then # aplay would be content with no sound at all
    echo "espeak-ng: not found"
    echo "failed $number"
    return
  fi
  trap 'kill -KILL "$!" 2>/dev/null; wait "$!"; exit' TERM
  # its complaints in English, by which voice.py knows them
  sound | LC_ALL=C aplay -q -t raw -f S16_LE -r 22050 -c 1 -D "$pcm" &
  if wait "$!"; then echo "done $number"; else echo "failed $number"; fi
}

stop() {
  kill "$speaker" 2>/dev/null
  wait "$speaker" 2>/dev/null
}

while IFS=$tab read -r number voice speed amplitude pcm lead_in_ms text; do
  if [ -n "$speaker" ]; then
    stop
    echo "stopped $spoken"
    speaker=''
  fi
  if [ -n "$text" ]; then
    speak 2>&1 </dev/null &
    speaker=$!
    spoken=$number
  fi
done
if [ -n "$speaker" ]; then stop; fi
