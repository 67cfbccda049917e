// What the page asks: of the WebAssembly module in this browser (blobwar-module.js), if the server has one and the browser
// can run it, else of the server.
(function (blobwar) {
  "use strict";

  // A server that is busy is asked again so often, each time a little later.
  const TRIES = 12;

  // Errors are answered in the language of the page.
  const { download, language, wait } = blobwar;

  const byModule = blobwar.ask ? { ask: blobwar.ask, save: blobwar.save } : null;
  const byServer = { ask: askServer, save: saveFromServer };

  // Until the module has been loaded, and where that fails, the server answers.
  let answering = byServer;
  if (byModule) window.site.compile().then(() => { answering = byModule; }, () => {});

  async function first(name, ...args) {
    try {
      return await answering[name](...args);
    } catch (error) {
      // A worker that was lost, or that could not start.
      if (!error.lost && !error.unavailable) throw error;
      return byServer[name](...args);
    }
  }

  const ask = (address, question, onBusy) => first("ask", address, question, onBusy);
  const save = (kind, question) => first("save", kind, question);

  // Sends a question and gives the answer. `onBusy` hears of each time that we have to come back.
  async function askServer(address, question, onBusy = () => {}) {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`/blobwar/${address}?lang=${language}`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(question),
      });
      if (response.ok) return response.json();
      const busy = response.status === 503 || response.status === 429;
      if (!busy || attempt === TRIES) {
        const said = await response.json().catch(() => ({}));
        throw Object.assign(new Error(said.message ?? response.statusText), { status: response.status });
      }
      onBusy();
      const seconds = Number(response.headers.get("retry-after")) || 1;
      await wait(Math.min(5, seconds) * 1000 + Math.random() * 500);
    }
  }

  // Asks for a file and lets the browser save it.
  async function saveFromServer(address, question) {
    const response = await fetch(`/blobwar/${address}?lang=${language}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(question),
    });
    if (!response.ok) {
      const said = await response.json().catch(() => ({}));
      throw Object.assign(new Error(said.message ?? response.statusText), { status: response.status });
    }
    const [, name] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition")) ?? [];
    download(name ?? address, await response.blob());
  }

  Object.assign(blobwar, { ask, save });
})(window.blobwar);
