// The device's own parts: a desk state in, lit pixels, lit LEDs and tones out.

const LIT = 0xfffff4e4, DARK = 0xff0c0806; // alpha, blue, green, red

/** The display: a byte is eight pixels of a column, the top one lowest. */
export function draw(canvas, { width, height, glass, words }) {
  Object.assign(canvas, { width, height, ariaLabel: words });
  const bytes = atob(glass), image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < pixels.length; at++) {
    const y = (at / width) | 0, byte = bytes.charCodeAt((y >> 3) * width + (at % width));
    pixels[at] = (byte >> (y & 7)) & 1 ? LIT : DARK;
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** Since when the newest track moves, flashes and runs; what comes first is old already. */
export function follow(seen, track, at) {
  const had = seen?.track, long = -Infinity;
  const key = JSON.stringify(track), moved = had && key != seen.key;
  return {
    key,
    track,
    base: track.still.match(/../g).map((pair) => parseInt(pair, 16)),
    scanned: moved ? at : (seen?.scanned ?? long),
    flashed: moved && track.flash && track.n != had.n ? at : (seen?.flashed ?? long),
    won: had && track.runs.length && !had.runs.length ? at : (seen?.won ?? long),
  };
}

/** Every LED's red, green and blue at a time, as the strip has them. */
export function lights({ track, base, scanned, flashed, won }, at, motion) {
  const all = [...base], length = all.length / 3;
  const light = (led, colour, share) =>
    colour.forEach((part, n) => (all[3 * led + n] = Math.round(part * share)));
  const [lap, laps] = motion.run, tail = Math.min(Math.max(4, (length / 12) | 0), length - 1);
  if (at - won < lap * laps)
    for (const [home, colour] of track.runs)
      for (let back = tail, head = home + (((at - won) / lap) * length | 0); back >= 0; back--)
        light((head - back + length) % length, colour, (1 - back / (tail + 1)) ** 2);
  for (const [led, pawns] of track.stays)
    light(led, ...(at < scanned + motion.rest ? moving(pawns, at - scanned, motion) : [pawns[0][0], 1]));
  const [colour, parts] = motion.flashes[track.flash] ?? [, []];
  let ends = flashed;
  const part = parts.findIndex((lasts) => at < (ends += lasts));
  if (part >= 0) for (const led of track.at) light(led, colour, part % 2 ? 0 : 1);
  return all;
}

/** Of the pawns on one LED the one whose turn it is, and how bright. */
function moving(pawns, since, { breath: [breath, least], share, rhythm: [bar, beat, unlit] }) {
  const turns = pawns.map(([, breathes, beats]) => (breathes ? breath : beats ? bar : share));
  let phase = since % turns.reduce((sum, lasts) => sum + lasts), turn = 0;
  if (!turns[1]) phase = since;
  else while (phase >= turns[turn]) phase -= turns[turn++];
  const [colour, breathes, beats] = pawns[turn], deep = Math.sqrt(least);
  let bright = !beats || beats[((phase % bar) / beat) | 0] == "#" ? 1 : unlit;
  if (breathes)
    bright *= (deep + (1 - deep) * (0.5 + 0.5 * Math.cos((2 * Math.PI * phase) / breath))) ** 2;
  return [colour, bright];
}

/** The track round the device, clockwise from the top left, moving while there is movement. */
export class Track {
  constructor(canvas) {
    this.canvas = canvas;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    new ResizeObserver(() => this.paint()).observe(canvas);
  }
  show(track, motion) {
    this.motion = motion;
    this.seen = follow(this.seen, track, performance.now() / 1000);
    if (!this.runs) this.step();
  }
  step = () => {
    const at = performance.now() / 1000, { scanned, won } = this.seen;
    this.runs = at < Math.max(scanned + this.motion.rest, won + 9) && !this.still.matches;
    this.paint(this.still.matches ? Infinity : at);
    if (this.runs) setTimeout(() => requestAnimationFrame(this.step), 25);
  };
  paint(at = Infinity) {
    if (!this.seen) return;
    const { canvas } = this, sharp = devicePixelRatio, { clientWidth: wide, clientHeight: high } = canvas;
    Object.assign(canvas, { width: wide * sharp, height: high * sharp });
    const paper = canvas.getContext("2d"), all = lights(this.seen, at, this.motion);
    const count = all.length / 3, inset = 13, round = 16, path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", `M${inset + round} ${inset}H${wide - inset - round}a${round} ${round} 0 0 1 ${round} ${round}V${high - inset - round}a${round} ${round} 0 0 1-${round} ${round}H${inset + round}a${round} ${round} 0 0 1-${round}-${round}V${inset + round}a${round} ${round} 0 0 1 ${round}-${round}`);
    const pitch = path.getTotalLength() / count, size = Math.min(6, pitch / 2.5);
    paper.scale(sharp, sharp);
    for (let led = 0; led < count; led++) {
      const { x, y } = path.getPointAtLength(led * pitch);
      // an LED's share of its current is linear light, a screen's is not
      const colour = all.slice(3 * led, 3 * led + 3).map((part) => 255 * (part / 255) ** 0.45);
      const rgb = (share) => `rgba(${colour},${share})`;
      const dot = (fill, radius) => {
        paper.fillStyle = fill;
        paper.beginPath();
        paper.arc(x, y, radius, 0, 7);
        paper.fill();
      };
      dot(led % 10 ? "#ffffff1c" : "#ffffff48", size * 0.6);
      if (colour.some((part) => part)) {
        const glow = paper.createRadialGradient(x, y, 0, x, y, size * 2.6);
        glow.addColorStop(0, rgb(0.9));
        glow.addColorStop(1, rgb(0));
        dot(glow, size * 2.6);
        dot(rgb(1), size);
      }
    }
  }
}

/** A sound as the buzzer has it, [Hz, ms, ms of pause] after one another; gives what stops it. */
export function play(audio, beeps, volume) {
  const gain = audio.createGain();
  gain.gain.value = volume * 0.12;
  gain.connect(audio.destination);
  let at = audio.currentTime;
  for (const [hz, ms, pause] of beeps) {
    const tone = audio.createOscillator();
    tone.type = "square";
    tone.frequency.value = hz;
    tone.connect(gain);
    tone.start(at);
    tone.stop(at + ms / 1000);
    at += (ms + pause) / 1000;
  }
  return () => gain.disconnect();
}
