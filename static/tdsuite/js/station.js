// A station signs its player out when nobody touches it; while somebody types, it tells the server that he is still here.
"use strict";

(() => {
  const bar = document.querySelector("[data-station]");
  if (!bar) return;
  const IDLE = 90000;
  const TELL_EVERY = 20000;
  let touched = Date.now();
  let told = touched;

  const tell = () => {
    told = Date.now();
    fetch(bar.dataset.stillHere, { method: "POST", body: new FormData(bar), credentials: "same-origin" }).catch(() => {});
  };
  const touch = () => {
    touched = Date.now();
    if (touched - told > TELL_EVERY) tell();
  };
  for (const kind of ["pointerdown", "keydown", "input", "scroll"]) addEventListener(kind, touch, { passive: true });
  setInterval(() => {
    if (Date.now() - touched > IDLE) bar.requestSubmit();
  }, 1000);
  // The back button must not show the last player's page to the next.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
})();
