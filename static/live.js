// Live pages. An element with data-live="topic topic" gets a `live` event when one of its topics changes; htmx takes it
// from there: <section data-live="division:7" hx-get="…" hx-trigger="live">. data-live-version holds the versions shown.
// While the stream is down the event comes every 15 seconds. A hidden tab closes its stream: a browser allows six per host.
"use strict";

(() => {
  const STREAM = "/live/stream";
  const POLL_MS = 15000;
  const MOST_TOPICS = 20;
  const shown = new WeakMap(); // element -> Map of topic -> version it shows
  const newest = new Map(); // topic -> version last heard of
  let source = null;
  let watched = "";
  let poll = 0;

  const elements = () => Array.from(document.querySelectorAll("[data-live]"));
  const words = (text) => (text || "").split(/\s+/).filter(Boolean);
  const topics = () => [...new Set(elements().flatMap((element) => words(element.dataset.live)))].sort();

  function versionsOf(element) {
    if (!shown.has(element)) {
      const versions = words(element.dataset.liveVersion).map(Number);
      shown.set(element, new Map(words(element.dataset.live).map((topic, i) => [topic, versions[i] ?? newest.get(topic)])));
    }
    return shown.get(element);
  }

  // data-live-spread="2000" spreads the reloads of many phones over so many milliseconds.
  function tell(element) {
    if (element.liveWaits) return;
    element.liveWaits = true;
    const spread = Number(element.dataset.liveSpread || 0);
    setTimeout(() => {
      element.liveWaits = false;
      if (element.isConnected) element.dispatchEvent(new CustomEvent("live"));
    }, 20 + Math.random() * spread);
  }

  function hear({ topic, version }) {
    for (const element of elements()) {
      const versions = versionsOf(element);
      if (!versions.has(topic)) continue;
      const before = versions.get(topic);
      versions.set(topic, version);
      if (before !== undefined && before < version) tell(element);
    }
    newest.set(topic, version);
  }

  function pollInstead() {
    if (poll || document.hidden) return;
    poll = setInterval(() => {
      elements().forEach(tell);
      if (source && source.readyState === EventSource.CLOSED) open();
    }, POLL_MS);
  }

  function stopPolling() {
    clearInterval(poll);
    poll = 0;
  }

  function close() {
    if (source) source.close();
    source = null;
    stopPolling();
  }

  function open() {
    if (source) source.close();
    source = null;
    const keys = topics();
    watched = keys.join(",");
    if (!keys.length || document.hidden) return stopPolling();
    elements().forEach(versionsOf);
    if (keys.length > MOST_TOPICS || !window.EventSource) return pollInstead();
    source = new EventSource(`${STREAM}?topics=${encodeURIComponent(watched)}`);
    source.addEventListener("open", stopPolling);
    source.addEventListener("error", pollInstead);
    source.addEventListener("change", (event) => hear(JSON.parse(event.data)));
  }

  // What changed meanwhile is told by the versions that every new stream begins with.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && open());
  document.addEventListener("htmx:afterSettle", () => topics().join(",") !== watched && open());
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", open);
  else open();
})();
