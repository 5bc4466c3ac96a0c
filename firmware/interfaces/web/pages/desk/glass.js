// The device's parts: what /desk is sent in, lit pixels, lit LEDs and tones out.

/** The display: a byte is eight pixels of a column, the top one lowest. */
export function draw(canvas, { width, height, glass, words }) {
  Object.assign(canvas, { width, height, ariaLabel: words });
  const bytes = atob(glass);
  const image = new ImageData(width, height);
  new Uint32Array(image.data.buffer).forEach((_, at, pixels) => {
    const y = (at / width) | 0;
    const byte = bytes.charCodeAt((y >> 3) * width + (at % width));
    pixels[at] = (byte >> (y & 7)) & 1 ? 0xfffff4e4 : 0xff0c0806;
  });
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** Every LED's red, green and blue, as the strip has them at that time. */
export function lights({ track, scanned, flashed, won }, at, motion) {
  const all = track.still.match(/../g).map((two) => Number.parseInt(two, 16));
  const length = all.length / 3;
  const light = (led, colour, share) => {
    for (const [n, part] of colour.entries()) all[3 * led + n] = Math.round(part * share);
  };
  const [lap, laps] = motion.run;
  const tail = Math.min(Math.max(4, (length / 12) | 0), length - 1);
  if (at - won < lap * laps)
    for (const [home, colour] of track.runs)
      for (let back = tail; back >= 0; back--) {
        const led = home + ((((at - won) / lap) * length) | 0) - back + length;
        light(led % length, colour, (1 - back / (tail + 1)) ** 2);
      }
  for (const [led, pawns] of track.stays)
    light(
      led,
      ...(at < scanned + motion.rest ? turn(pawns, at - scanned, motion) : [pawns[0][0], 1]),
    );
  const [colour, parts] = motion.flashes[track.flash] ?? [null, []];
  let ends = flashed;
  const part = parts.findIndex((lasts) => {
    ends += lasts;
    return at < ends;
  });
  if (part >= 0) for (const led of track.at) light(led, colour, 1 - (part % 2));
  return all;
}

/** Of the pawns on one LED the one whose turn it is, and how bright. */
function turn(pawns, phase, { breath: [breath, least], share, rhythm: [bar, beat, unlit] }) {
  const turns = pawns.map(([, breathes, beats]) => (breathes ? breath : beats ? bar : share));
  let at = 0;
  if (turns[1]) phase %= turns.reduce((sum, lasts) => sum + lasts);
  while (turns[1] && phase >= turns[at]) phase -= turns[at++];
  const [colour, breathes, beats] = pawns[at];
  const deep = Math.sqrt(least);
  const bright = !beats || beats[((phase % bar) / beat) | 0] === "#" ? 1 : unlit;
  const wave = 0.5 + 0.5 * Math.cos((2 * Math.PI * phase) / breath);
  return [colour, breathes ? bright * (deep + (1 - deep) * wave) ** 2 : bright];
}

/** The track round the device, clockwise from the top left; it moves as long as the strip does. */
export function follow(canvas) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const clock = () => performance.now() / 1000;
  const seen = { scanned: -1e9, flashed: -1e9, won: -1e9 };
  let motion;
  let key;
  let runs;
  const step = () => {
    runs = !still.matches && clock() < Math.max(seen.scanned + motion.rest, seen.won + 9);
    paint(canvas, lights(seen, still.matches ? 1e9 : clock(), motion));
    if (runs) setTimeout(() => requestAnimationFrame(step), 25);
  };
  new ResizeObserver(() => motion && !runs && step()).observe(canvas);
  return (track, moves) => {
    const now = JSON.stringify(track);
    const had = seen.track;
    const at = clock();
    if (had && key !== now) {
      seen.scanned = at;
      if (track.flash && track.n !== had.n) seen.flashed = at;
      if (track.runs[0] && !had.runs[0]) seen.won = at;
    }
    [key, motion, seen.track] = [now, moves, track];
    if (!runs) step();
  };
}

function paint(canvas, all) {
  const { clientWidth, clientHeight } = canvas;
  const paper = canvas.getContext("2d");
  const inset = 14;
  Object.assign(canvas, {
    width: clientWidth * devicePixelRatio,
    height: clientHeight * devicePixelRatio,
  });
  paper.scale(devicePixelRatio, devicePixelRatio);
  const wide = clientWidth - 2 * inset;
  const high = clientHeight - 2 * inset;
  const pitch = (6 * (wide + high)) / all.length;
  const size = Math.min(6, pitch / 2.5);
  const up = (at, most) => Math.max(0, Math.min(at, most));
  for (let led = 0; 3 * led < all.length; led++) {
    const at = led * pitch;
    const x = inset + up(at, wide) - up(at - wide - high, wide);
    const y = inset + up(at - wide, high) - up(at - 2 * wide - high, high);
    const dot = (fill, radius) => {
      paper.fillStyle = fill;
      paper.beginPath();
      paper.arc(x, y, radius, 0, 7);
      paper.fill();
    };
    dot(led % 10 ? "#ffffff1c" : "#ffffff48", size * 0.6);
    // an LED's share of its current is linear light, a screen's is not
    const rgb = all.slice(3 * led, 3 * led + 3).map((part) => 255 * (part / 255) ** 0.45);
    if (!Math.max(...rgb)) continue;
    const glow = paper.createRadialGradient(x, y, 0, x, y, size * 2.6);
    glow.addColorStop(0, `rgb(${rgb})`);
    glow.addColorStop(1, `rgba(${rgb},0)`);
    dot(glow, size * 2.6);
    dot(`rgb(${rgb})`, size);
  }
}

/** A sound as the buzzer has it: Hz, ms, and ms of pause, one after the other. Gives its end. */
export function play(audio, beeps, volume) {
  const gain = new GainNode(audio, { gain: volume * 0.12 });
  gain.connect(audio.destination);
  let at = audio.currentTime;
  for (const [frequency, ms, pause] of beeps) {
    const tone = new OscillatorNode(audio, { type: "square", frequency });
    tone.connect(gain);
    tone.start(at);
    tone.stop(at + ms / 1000);
    at += (ms + pause) / 1000;
  }
  return () => gain.disconnect();
}
