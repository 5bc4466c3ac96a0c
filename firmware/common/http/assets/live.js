// The address of events in; each new state out to show(state), and the seconds since the device
// was last heard to touch(seconds, state), with the newest state: 0 while it answers.
const QUIET_MS = 3000;
const ASK_MS = 1500;
const SLOW_MS = 2000; // the device says that it is there every 2 s

export function listen(address, show, touch) {
  let heard = Date.now();
  let lost = false;
  let asking = false;
  let source;
  let newest; // the newest state
  let assets; // the page's own
  let camera;

  const open = () => {
    source?.close();
    source = new EventSource(address);
    source.onmessage = (event) => take(JSON.parse(event.data));
    source.addEventListener("here", (event) => {
      hear();
      if (newest && String(newest.v) !== event.data) open(); // what it sent last has not come
    });
    source.onerror = () => source.readyState === EventSource.CLOSED || ask(); // closed: all lines taken
  };

  const hear = () => {
    heard = Date.now();
    lost = false;
    touch(0, newest);
  };

  const take = (state) => {
    hear();
    const same = newest?.run === state.run && newest.v === state.v;
    newest = state;
    if (same && !state.desk) return; // a desk's page may turn by itself
    assets ??= state.assets;
    if (state.assets !== assets)
      location.reload(); // the program is a newer one
    else show(state);
    if (state.photo) camera ??= import("/assets/camera.js");
    camera?.then(({ show }) => show(state.photo));
  };

  // Nothing was heard for a while: is it quiet at the table, or is the device gone?
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(address.replace("events", "state"), {
        cache: "no-store",
        signal: AbortSignal.timeout?.(ASK_MS),
      });
      const state = await answer.json();
      if (lost || source.readyState === EventSource.CLOSED) open();
      take(state);
    } catch {
      lost = true;
    }
    asking = false;
  };

  // A phone that slept wakes with a connection that may be dead without knowing it.
  const wake = () => {
    if (document.hidden || Date.now() - heard < QUIET_MS) return;
    lost = true;
    ask();
  };

  setInterval(() => {
    const quiet = Date.now() - heard;
    if (quiet >= QUIET_MS) ask();
    if (quiet > (lost ? SLOW_MS : 2 * QUIET_MS)) touch(Math.round(quiet / 1000), newest);
  }, 500);
  document.addEventListener("visibilitychange", wake);
  for (const name of ["pageshow", "online"]) addEventListener(name, wake);
  open();
}
