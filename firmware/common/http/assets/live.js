// The address of events in; each new state out to show(state), and the seconds since the device
// was last heard to touch(seconds): 0 while it answers.
const QUIET = 3000,
  ASK = 1500,
  SLOW = 2000; // ms; the device says that it is there every 2 s

export function listen(address, show, touch) {
  let source,
    heard = Date.now(),
    lost = false,
    asking = false,
    pages,
    mark,
    seen,
    photo;

  const open = () => {
    source?.close();
    source = new EventSource(address);
    source.onmessage = (event) => take(JSON.parse(event.data));
    source.addEventListener("here", (event) => {
      hear();
      if (seen && seen != event.data) open(); // what it sent last has not come
    });
    source.onerror = () => source.readyState === EventSource.CLOSED || ask(); // closed: all lines taken
  };

  const hear = () => {
    heard = Date.now();
    lost = false;
    touch(0);
  };

  const take = (state) => {
    hear();
    seen = state.v;
    if (state.run + state.v === mark && !state.desk) return; // a desk's page may turn by itself
    mark = state.run + state.v;
    pages ??= state.assets;
    if (state.assets !== pages)
      location.reload(); // the program is a newer one
    else show(state);
    if (state.photo || photo)
      (photo ??= import("/assets/camera.js")).then((one) => one.show(state.photo));
  };

  // Nothing was heard for a while: is it quiet at the table, or is the device gone?
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(address.replace("events", "state"), {
        cache: "no-store",
        signal: AbortSignal.timeout?.(ASK),
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
    if (document.hidden || Date.now() - heard < QUIET) return;
    lost = true;
    ask();
  };

  setInterval(() => {
    const quiet = Date.now() - heard;
    if (quiet >= QUIET) ask();
    if (quiet > (lost ? SLOW : 2 * QUIET)) touch(Math.round(quiet / 1000));
  }, 500);
  document.addEventListener("visibilitychange", wake);
  for (const one of ["pageshow", "online"]) addEventListener(one, wake);
  open();
}
