// The service worker: keeps every file of one version of the site, and answers from them. A new version waits until no page of
// the older one is open, so a page that loads a file late gets one of its own version.
//
// One origin may have several copies of the site, in different folders: each has its own scope, and its own caches.
const OWN = `laplace ${self.registration.scope} `;
const NAME = OWN + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OWN) && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const kept = caches.open(NAME).then(async (cache) => {
    const found = await cache.match(event.request, { ignoreSearch: true });
    if (found) return found;
    const folder = event.request.mode === "navigate" && event.request.url.replace(/[?#].*$/, "").endsWith("/");
    return (folder && (await cache.match("index.html"))) || fetch(event.request);
  });
  event.respondWith(kept);
});
