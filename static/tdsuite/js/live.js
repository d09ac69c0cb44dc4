// An element with data-live="topic topic" gets a `live` event when one of its topics changes; htmx takes it from there:
// <section data-live="division:7" hx-get="…" hx-trigger="live">. data-live-version: the versions shown.
// One stream serves all tabs of a browser, held by this same file as a shared worker. Hidden tabs leave it: a browser
// allows six connections per host. Without a worker, or where one tab may not hear what another may, each tab has its own.
// Without any the event comes every 15 seconds, and less often while answers fail or are slow.
"use strict";

(() => {
  const STREAM = "/live/stream";
  const POLL_MS = 15000;
  const LONGEST_MS = 120000;
  const SLOW_MS = 3000;
  const MOST_TOPICS = 20;
  const CLICK_MS = 60; // a click follows its release

  // What is told: "change" or "text" of a topic, "up", "down", "refused" for good.
  function stream(topics, tell) {
    const source = new EventSource(`${STREAM}?topics=${encodeURIComponent(topics.join(","))}`);
    source.addEventListener("open", () => tell("up"));
    source.addEventListener("error", () => tell(source.readyState === EventSource.CLOSED ? "refused" : "down"));
    for (const what of ["change", "text"]) source.addEventListener(what, (event) => tell(what, JSON.parse(event.data)));
    return source;
  }

  function worker() {
    const tabs = new Map(); // port -> topics, none while the tab is hidden
    const newest = new Map(); // kind and topic -> what the open stream told last
    let source = null;
    let watched = [];
    let waits = 0;

    function tell(what, data) {
      if (data) newest.set(what + data.topic, { what, data });
      for (const [port, topics] of tabs) {
        if (!data || topics.includes(data.topic)) port.postMessage({ what, data });
      }
      if (what === "refused") close();
    }

    function close() {
      if (source) source.close();
      source = null;
      watched = [];
      newest.clear();
    }

    function open() {
      waits = 0;
      close();
      watched = [...new Set([...tabs.values()].flat())].sort();
      if (watched.length > MOST_TOPICS) tell("refused");
      else if (watched.length) source = stream(watched, tell);
    }

    self.onconnect = ({ ports: [port] }) => {
      port.onmessage = ({ data: { topics, gone } }) => {
        tabs.set(port, topics);
        if (gone) tabs.delete(port);
        if (![...tabs.values()].some((each) => each.length)) return close();
        if (!topics.every((topic) => watched.includes(topic))) {
          waits = waits || setTimeout(open, 50);
        } else if (source && source.readyState === EventSource.OPEN) {
          port.postMessage({ what: "up" });
          newest.forEach((told) => topics.includes(told.data.topic) && port.postMessage(told));
        }
      };
    };
  }

  function tab() {
    const shown = new WeakMap(); // element -> Map of topic -> version it shows
    const newest = new Map(); // topic -> version last heard of
    let port = null; // to the shared worker
    let source = null; // the tab's own stream
    let watched = "";
    let poll = 0;
    let pause = POLL_MS;

    const elements = () => [...document.querySelectorAll("[data-live]")];
    const words = (text) => (text || "").split(/\s+/).filter(Boolean);
    const topics = () => [...new Set(elements().flatMap(({ dataset }) => words(dataset.live)))].sort();

    function versionsOf(element) {
      if (!shown.has(element)) {
        const versions = words(element.dataset.liveVersion).map(Number);
        shown.set(element, new Map(words(element.dataset.live).map((topic, i) => [topic, versions[i] ?? newest.get(topic)])));
      }
      return shown.get(element);
    }

    // data-live-spread: milliseconds over which the reloads of many phones spread, where the news does not name more.
    function tell(element, later = 0, wide = 0) {
      if (element.liveWaits) return;
      element.liveWaits = true;
      const spread = later || Math.max(wide, Number(element.dataset.liveSpread || 0));
      setTimeout(() => {
        element.liveWaits = false;
        if (element.liveTaps) element.liveOwed = true;
        else if (element.isConnected) element.dispatchEvent(new CustomEvent("live"));
      }, 20 + later + Math.random() * spread);
    }

    // What failed asks again, later each time.
    function answered(element, xhr, begun) {
      const failed = !xhr.status || xhr.status > 499;
      pause = failed || Date.now() - begun > SLOW_MS ? Math.min(2 * pause, LONGEST_MS) : POLL_MS;
      if (element.liveAsks !== xhr) return;
      element.liveAsks = null;
      element.liveFailed = failed && 2 * (element.liveFailed || 1000);
      if (!failed || xhr.givenUp) return;
      tell(element, Math.max(1000 * xhr.getResponseHeader("Retry-After") || 0, Math.min(2 * POLL_MS, element.liveFailed)));
    }

    // A tap goes first: while one is on its way from inside an element, or its answer goes there, it is not made anew, and
    // a refresh is given up.
    function asked({ target, detail: { xhr, target: place } }) {
      const element = target.closest?.("[data-live]") || place?.closest?.("[data-live]");
      if (!element) return;
      if (target === element) {
        const begun = Date.now();
        element.liveAsks = xhr;
        xhr.addEventListener("loadend", () => answered(element, xhr, begun));
        return;
      }
      element.liveTaps = (element.liveTaps || 0) + 1;
      if (element.liveAsks) {
        element.liveOwed = true;
        element.liveAsks.givenUp = true;
      }
      xhr.addEventListener("loadend", () => {
        element.liveTaps -= 1;
        if (element.liveTaps || !element.liveOwed) return;
        element.liveOwed = false;
        tell(element);
      });
    }

    function hear({ topic, version, spread }) {
      for (const element of elements()) {
        const versions = versionsOf(element);
        if (!versions.has(topic)) continue;
        const before = versions.get(topic);
        versions.set(topic, Math.max(version, before ?? 0));
        if (before !== undefined && before < version) tell(element, 0, spread);
      }
      newest.set(topic, Math.max(version, newest.get(topic) ?? 0));
    }

    // A button that is made new between its press and its release would lose the press: what would renew it waits.
    let pressed = null;
    let held = [];
    let click = 0;

    function press({ target, key }) {
      if (key && key !== " ") return;
      clearTimeout(click);
      pressed = target;
    }

    function release() {
      clearTimeout(click);
      click = setTimeout(() => {
        pressed = null;
        held.splice(0).forEach((act) => act());
      }, CLICK_MS);
    }

    function untilReleased(target, act) {
      if (pressed && target.contains(pressed)) held.push(act);
      else act();
    }

    function renew(target, html, style, eventInfo) {
      const there = () => (target.id && document.getElementById(target.id)) || target;
      untilReleased(target, () => htmx.swap(there(), html, { swapStyle: style || "innerHTML" }, { eventInfo }));
    }

    function swapping({ detail }) {
      if (detail.xhr.givenUp) detail.shouldSwap = false;
      if (!detail.shouldSwap || !pressed || !detail.target.contains(pressed)) return;
      detail.shouldSwap = false;
      const style = detail.swapOverride || detail.requestConfig.elt.closest("[hx-swap]")?.getAttribute("hx-swap");
      renew(detail.target, detail.serverResponse, style, detail);
    }

    function write({ topic, version, text }) {
      for (const element of document.querySelectorAll(`[data-live-text="${topic}"]`)) {
        const shows = versionsOf(element.closest("[data-live]")).get(topic);
        if (!(shows > version)) element.textContent = text;
      }
    }

    function pollInstead() {
      if (poll || document.hidden) return;
      poll = setTimeout(() => {
        poll = 0;
        elements().forEach((element) => tell(element));
        if (!port && source && source.readyState === EventSource.CLOSED) open();
        pollInstead();
      }, pause);
    }

    function stopPolling() {
      clearTimeout(poll);
      poll = 0;
    }

    function told(what, data) {
      if (what === "change") hear(data);
      else if (what === "text") write(data);
      else if (what === "up") stopPolling();
      else if (what === "refused" && port) alone();
      else pollInstead();
    }

    // The worker's stream failed for good, or there is none.
    function alone() {
      if (port) port.postMessage({ topics: [], gone: true });
      port = null;
      open();
    }

    function close(gone = false) {
      if (port) port.postMessage({ topics: [], gone });
      if (source) source.close();
      source = null;
      stopPolling();
    }

    function open() {
      if (source) source.close();
      source = null;
      const keys = topics();
      watched = keys.join(",");
      elements().forEach(versionsOf);
      if (!keys.length || document.hidden) return close();
      if (port) return port.postMessage({ topics: keys, gone: false });
      if (keys.length > MOST_TOPICS || !window.EventSource) return pollInstead();
      source = stream(keys, told);
    }

    function share() {
      try {
        const shared = new SharedWorker(script);
        shared.onerror = () => port && alone();
        shared.port.onmessage = ({ data }) => port && told(data.what, data.data);
        port = shared.port;
      } catch {
        port = null;
      }
    }

    function settled() {
      if (topics().join(",") !== watched) open();
      for (const element of elements()) {
        const behind = ([topic, version]) => version !== undefined && version < (newest.get(topic) ?? 0);
        if ([...versionsOf(element)].some(behind)) setTimeout(() => tell(element), pause / 15);
      }
    }

    const script = document.currentScript.src;
    if (window.SharedWorker) share();
    // Every new stream begins with the versions: what changed meanwhile.
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
    window.addEventListener("pagehide", (event) => close(!event.persisted));
    window.addEventListener("pageshow", (event) => event.persisted && open());
    document.addEventListener("htmx:beforeSend", asked);
    document.addEventListener("htmx:beforeSwap", swapping);
    for (const begins of ["pointerdown", "keydown"]) document.addEventListener(begins, press, true);
    for (const ends of ["pointerup", "pointercancel", "contextmenu", "keyup"]) document.addEventListener(ends, release, true);
    document.untilReleased = untilReleased;
    document.addEventListener("htmx:afterSettle", settled);
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", open);
    else open();
  }

  if (typeof document === "undefined") worker();
  else tab();
})();
