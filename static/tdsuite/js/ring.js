// A player's own page says when a place becomes known that it did not show before: to screen readers and in the title; with a sound and
// shaking where #ring is switched on, which this browser remembers. data-announcement: the words, data-seat: the place, data-seats: all that
// were known; a result changes none. Browsers let a page sound after a touch alone: the switch is one, later the first anywhere is.
// A hidden page leaves the stream of live.js; where it shall ring it listens by itself.
"use strict";

(() => {
  const KEY = "ring";
  const STRIKES = [0, 0.4, 0.8]; // seconds
  const PARTIALS = [880, 1318.5]; // Hz
  const SHAKES = [250, 150, 250, 150, 500]; // ms
  const plainTitle = document.title;
  const part = () => document.getElementById("me");
  const ring = document.getElementById("ring");
  const field = ring?.querySelector("input");
  let seats = new Set();
  let audio = null;
  let hiddenStream = null;

  function remembered() {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false;
    }
  }

  function remember(on) {
    try {
      if (on) localStorage.setItem(KEY, "on");
      else localStorage.removeItem(KEY);
    } catch {
      /* it holds as long as the page is open */
    }
  }

  function show() {
    const state = field.checked && (audio?.state === "running" ? "awake" : "asleep");
    for (const line of ring.querySelectorAll("[data-ring]")) line.hidden = line.dataset.ring !== state;
  }

  async function wake() {
    if (!field?.checked || audio?.state === "running") return;
    if (!audio) {
      audio = new AudioContext();
      audio.addEventListener("statechange", show);
    }
    await audio.resume();
    show();
  }

  function sound() {
    for (const strike of STRIKES) {
      for (const frequency of PARTIALS) {
        const tone = audio.createOscillator();
        const loudness = audio.createGain();
        const from = audio.currentTime + strike;
        tone.frequency.value = frequency;
        loudness.gain.setValueAtTime(0.3, from);
        loudness.gain.exponentialRampToValueAtTime(0.001, from + 0.7);
        tone.connect(loudness).connect(audio.destination);
        tone.start(from);
        tone.stop(from + 0.7);
      }
    }
  }

  function call() {
    if (audio?.state === "running") sound();
    navigator.vibrate?.(SHAKES);
  }

  const seatsOf = (element) => (element?.dataset.seats || "").split(" ").filter(Boolean);

  function renewed() {
    const fresh = [...(part()?.querySelectorAll("[data-seat]") || [])].find(({ dataset }) => !seats.has(dataset.seat));
    seats = new Set([...seats, ...seatsOf(part())]);
    if (!fresh) return;
    document.getElementById("live-region").textContent = fresh.dataset.announcement;
    document.title = `${fresh.dataset.announcement} · ${plainTitle}`;
    if (field?.checked) call();
  }

  function seen() {
    if (!document.hidden) document.title = plainTitle;
  }

  function listen() {
    hiddenStream?.close();
    hiddenStream = null;
    if (!document.hidden || !field?.checked || !part()) return;
    const [topic] = part().dataset.live.split(" ");
    hiddenStream = new EventSource(`/live/stream?topics=${encodeURIComponent(topic)}`);
    hiddenStream.addEventListener("change", ({ data }) => {
      const [shown] = part().dataset.liveVersion.split(" ");
      if (JSON.parse(data).version > Number(shown)) part().dispatchEvent(new CustomEvent("live"));
    });
  }

  async function switched() {
    remember(field.checked);
    await wake();
    if (field.checked) call(); // this is how it sounds
    show();
  }

  seats = new Set(seatsOf(part()));
  document.addEventListener("htmx:afterSettle", renewed);
  document.addEventListener("visibilitychange", () => {
    seen();
    listen();
  });
  for (const touch of ["pointerup", "keydown"]) {
    document.addEventListener(touch, seen);
    document.addEventListener(touch, wake);
  }
  if (!ring) return;
  ring.hidden = false;
  field.checked = remembered();
  field.addEventListener("change", switched);
  window.addEventListener("pagehide", () => hiddenStream?.close());
  show();
})();
