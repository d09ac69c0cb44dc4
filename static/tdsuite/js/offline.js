// The service worker: keeps the pages that this phone has seen of events, for when there is no network. Browsers have it at secure addresses
// alone. /worker.js names the suite's version (self.suite) and loads this file: another version is another worker, which begins empty.
// While there is a network every page comes from it. What may be kept says so (X-Keep): "public", or "own-<event>-<player>" for the signed-in
// player's own, which goes when somebody signs out or another player in; so does what was on its way then. It answers nothing but pages, the line of a next game and files whose names say what is in
// them: never what is sent.
"use strict";

(() => {
  const PREFIX = `${self.suite} `; // of the names of all caches of this version
  const FILES = `${PREFIX}files`;
  const OFFLINE = "/offline/";
  const SIGN_OUT = /^\/p\/done\//;
  const PAGES = /^\/(?:t|me|s)\//;
  const LINE = /^\/t\/[^/]+\/[^/]+\/players\/[0-9]+\/next\/$/;
  const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.[a-z0-9]+$/;
  const FILE = /(?:src|href)="(\/static\/[^"]+\.(?:css|js|svg))"/g;
  const MOST_PAGES = 40;
  const HOUR_MS = 3600000;
  // The server answers whoever looks, or sends them away, within a second or two; players within ten.
  const PATIENCE_MS = { public: 5000, own: 12000 };
  const LONGEST_MS = { public: 7 * 24 * HOUR_MS, own: 12 * HOUR_MS }; // a player's session lasts as long

  // What is asked and what is forgotten, in order: an own page that was asked for before the last forgetting is not kept.
  let turn = 0;
  let forgotten = 0;
  const owners = new Map(); // by event, whose page was asked for last and when: what came before is another player's
  let signsOut = false; // until the page that comes after it is asked for: the server may answer as before until then

  const kindOf = (address) => (new URL(address).pathname.startsWith("/t/") ? "public" : "own");

  async function caught(names) {
    return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && names.test(name.slice(PREFIX.length)));
  }

  // Storage may be full, or switched off: then there is nothing kept, and everything comes from the network.
  const nothing = () => null;

  async function file(event) {
    const kept = await caches.open(FILES).then((files) => files.match(event.request)).catch(nothing);
    if (kept) return kept;
    const answer = await fetch(event.request);
    const copy = answer.clone();
    if (answer.ok) event.waitUntil(caches.open(FILES).then((files) => files.put(event.request, copy)).catch(nothing));
    return answer;
  }

  async function keepFiles(text) {
    const files = await caches.open(FILES);
    const names = [...new Set([...text.matchAll(FILE)].map(([, name]) => name))].filter((name) => HASHED.test(name));
    await Promise.all(names.map(async (name) => (await files.match(name)) || files.add(name)));
  }

  async function put(store, address, answer, text, most = MOST_PAGES) {
    const headers = new Headers(answer.headers);
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    headers.set("X-Seen", String(Date.now()));
    const pages = await caches.open(store);
    await pages.put(address, new Response(text, { headers }));
    const addresses = await pages.keys(); // what was put last stands last
    const old = addresses.slice(0, Math.max(0, addresses.length - most));
    await Promise.all(old.map((each) => pages.delete(each, { ignoreVary: true })));
    await keepFiles(text);
  }

  async function drop(address) {
    for (const name of await caught(/^(?:public|own-)/)) await (await caches.open(name)).delete(address, { ignoreVary: true });
  }

  async function dropOwn() {
    turn += 1;
    forgotten = turn;
    for (const name of await caught(/^own-/)) await caches.delete(name);
  }

  // What does not say that it may be kept, or has no place to say how old it is, is forgotten: the event is private now, the player signed out.
  function isLate(event, mark, asked) {
    const owner = owners.get(event);
    return asked < forgotten || (owner && owner.mark !== mark && asked < owner.at);
  }

  async function note(address, answer, asked) {
    if (answer.status > 499) return;
    const mark = answer.headers.get("X-Keep") || "";
    const isPage = answer.ok && (answer.headers.get("Content-Type") || "").startsWith("text/html");
    const text = mark && isPage ? await answer.text() : "";
    if (!text.includes("data-seen")) return drop(address);
    const [, event] = /^own-([0-9]+)-[0-9]+$/.exec(mark) || [];
    if (event) {
      if (isLate(event, mark, asked)) return;
      owners.set(event, { mark, at: Math.max(asked, owners.get(event)?.at || 0) });
      const others = (await caught(new RegExp(`^own-${event}-`))).filter((name) => name !== PREFIX + mark);
      await Promise.all(others.map((name) => caches.delete(name))); // another player of the event has signed in on this phone
    }
    await put(PREFIX + mark, address, answer, text);
    if (event && isLate(event, mark, asked)) await caches.delete(PREFIX + mark);
  }

  async function find(address) {
    for (const name of await caught(/^(?:public|own-)/)) {
      const kept = await (await caches.open(name)).match(address, { ignoreVary: true });
      if (kept && Date.now() - Number(kept.headers.get("X-Seen")) < LONGEST_MS[kindOf(address)]) return kept;
    }
    return null;
  }

  async function asSeen(kept) {
    const text = await kept.text();
    const at = new Date(Number(kept.headers.get("X-Seen")));
    const today = at.toDateString() === new Date().toDateString();
    const [, language] = /<html lang="([^"]+)"/.exec(text) || [];
    const when = at.toLocaleString(language, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
    const html = text.replaceAll(/data-seen\s+hidden/g, "data-seen").replaceAll(/<time>\s*<\/time>/g, () => `<time>${when}</time>`);
    return new Response(html, { headers: kept.headers });
  }

  async function page(request, asked) {
    const kept = await find(request.url).catch(nothing);
    const answered = asked.catch(nothing);
    const patience = kept && new Promise((resolve) => setTimeout(resolve, PATIENCE_MS[kindOf(request.url)], null));
    const answer = await (kept ? Promise.race([answered, patience]) : answered);
    if (answer) return answer;
    if (kept) return asSeen(kept);
    const none = request.mode === "navigate" && (await caches.match(OFFLINE).catch(nothing));
    return none ? asSeen(none) : Response.error();
  }

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin !== self.location.origin) return;
    const isSignOut = request.method === "POST" && SIGN_OUT.test(pathname);
    const comesAfter = signsOut && request.method === "GET" && request.mode === "navigate" && !PAGES.test(pathname);
    if (isSignOut || comesAfter) {
      signsOut = isSignOut;
      event.waitUntil(dropOwn());
    }
    if (request.method !== "GET") return;
    if (HASHED.test(pathname)) return event.respondWith(file(event));
    if (!(request.mode === "navigate" && PAGES.test(pathname)) && !LINE.test(pathname)) return;
    turn += 1;
    const [asked, at] = [fetch(request), turn];
    event.waitUntil(asked.then((answer) => note(request.url, answer.clone(), at)).catch(nothing));
    event.respondWith(page(request, asked));
  });

  // A page asks to be kept: at the first visit, which no worker saw, and when what it shows was renewed since. Whoever forgets their name
  // forgets their own pages.
  self.addEventListener("message", (event) => {
    if (event.data.forget) return event.waitUntil(dropOwn());
    const addresses = event.data.keep.map((address) => new URL(address, self.location.origin));
    const ours = addresses.filter(({ origin, pathname }) => origin === self.location.origin && PAGES.test(pathname));
    turn += 1;
    const at = turn;
    event.waitUntil(Promise.allSettled(ours.map(async ({ href }) => note(href.split("#")[0], await fetch(href), at))));
  });

  self.addEventListener("install", (event) => {
    const load = async () => {
      const answer = await fetch(OFFLINE, { cache: "no-cache" });
      if (!answer.ok) throw new Error(answer.statusText);
      await put(FILES, OFFLINE, answer, await answer.text(), Infinity);
      await self.skipWaiting();
    };
    event.waitUntil(load());
  });

  self.addEventListener("activate", (event) => {
    const begin = async () => {
      const older = (await caches.keys()).filter((name) => !name.startsWith(PREFIX));
      await Promise.all(older.map((name) => caches.delete(name)));
      await self.clients.claim();
    };
    event.waitUntil(begin());
  });
})();
