// The service worker: keeps every file of one version of the site, and answers from them. A page of an older version goes on
// with its own files until it is left.
const NAME = `laplace-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(NAME).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })))).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("laplace-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
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
