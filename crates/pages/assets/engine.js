// The WebAssembly module in workers: `site.call` for what takes milliseconds, `site.search` for what takes longer and can be
// cancelled. Nothing here knows a game.
window.site = window.site || {};

(function (site) {
  "use strict";

  const words = JSON.parse(document.getElementById("engine-words").textContent);
  const language = document.documentElement.lang;

  // An error whose message is for the visitor. `lost` says that the worker is gone and nothing is wrong with the question,
  // `unavailable` that this browser cannot run the module, or could not load it.
  class Refused extends Error {
    constructor(message, { lost = false, unavailable = false } = {}) {
      super(message);
      Object.assign(this, { lost, unavailable });
    }
  }

  // The module is a text in a script, because a page from a disk may not fetch its neighbours.
  const load = () => new Promise((done, failed) => {
    const script = document.createElement("script");
    Object.assign(script, { src: words.module, onload: done, onerror: failed });
    document.head.append(script);
  });

  let compiled = null;
  function compile() {
    compiled ??= (async () => {
      if (typeof WebAssembly !== "object" || !window.Worker || !window.DecompressionStream) {
        throw new Refused(words.no_wasm, { unavailable: true });
      }
      try {
        await load();
      } catch {
        compiled = null;
        throw new Refused(words.no_module, { lost: true, unavailable: true });
      }
      // The server may have been given another version after this page was loaded.
      if (site.moduleVersion !== site.workerVersion) {
        compiled = null;
        throw new Refused(words.renewed, { unavailable: true });
      }
      try {
        // Unpacked and compiled beside the page, which stays fluid.
        const packed = await fetch(`data:application/octet-stream;base64,${site.moduleSource}`);
        delete site.moduleSource;
        const stream = packed.body.pipeThrough(new DecompressionStream("gzip"));
        return await WebAssembly.compileStreaming(new Response(stream, { headers: { "content-type": "application/wasm" } }));
      } catch {
        throw new Refused(words.old_browser, { unavailable: true });
      }
    })();
    return compiled;
  }

  let program = null;
  const start = () => {
    program ??= URL.createObjectURL(new Blob([site.workerSource], { type: "text/javascript" }));
    return new Worker(program);
  };

  // One worker and the calls that wait for it, in their order.
  class Thread {
    constructor() {
      this.waiting = new Map();
      this.next = 1;
      this.memory = 0;
    }

    ready() {
      this.starting ??= (async () => {
        const life = (this.life = {});
        const module = await compile().catch((error) => {
          // The next call tries again.
          if (this.life === life) this.starting = null;
          throw error;
        });
        // Ended while the module was compiled: no worker starts, and the calls that waited for it never settle.
        if (this.life !== life) await new Promise(() => {});
        this.worker = start();
        this.worker.onerror = (event) => {
          event.preventDefault();
          this.lose();
        };
        this.worker.onmessageerror = () => this.lose();
        await new Promise((done, failed) => {
          this.failStart = failed;
          this.worker.onmessage = ({ data }) => {
            if (data.ready) done();
            else failed(new Refused(`${words.old_browser} (${data.broken})`, { unavailable: true }));
          };
          this.worker.postMessage({ module, language });
        });
        this.worker.onmessage = ({ data }) => this.receive(data);
      })();
      return this.starting;
    }

    receive({ id, report, value, refused, broken, memory }) {
      const call = this.waiting.get(id);
      if (!call) return;
      if (report) return call.onReport?.(report);
      this.waiting.delete(id);
      if (memory) this.memory = memory;
      if (broken) {
        console.warn(broken);
        this.lose(call);
      } else if (refused !== undefined) call.failed(new Refused(refused));
      else call.done(value);
    }

    async call(name, args, onReport) {
      await this.ready();
      // Ended meanwhile: like calls under way, this one never settles.
      if (!this.worker) return new Promise(() => {});
      return new Promise((done, failed) => {
        const id = this.next++;
        this.waiting.set(id, { done, failed, onReport });
        this.worker.postMessage({ id, name, args });
      });
    }

    // The worker is gone, or has to go: its calls fail, and the next call starts another one.
    lose(...also) {
      const calls = [...this.waiting.values(), ...also];
      this.end();
      // Without effect once the worker is ready.
      this.failStart?.(new Refused(words.lost, { lost: true }));
      for (const call of calls) call.failed(new Refused(words.lost, { lost: true }));
    }

    end() {
      this.worker?.terminate();
      this.worker = null;
      this.starting = null;
      this.life = null;
      this.waiting.clear();
    }
  }

  const quick = new Thread();
  const idle = [];

  // The module is ready before it is asked for; what fails here is reported when it is.
  window.addEventListener("load", () => quick.ready().catch(() => {}));

  // Calls a function of the module that takes milliseconds.
  const call = (name, ...args) => quick.call(name, args);

  // Calls a function that may take long, on a worker of its own. `cancel` ends the worker: what was reported remains.
  function search(name, args, onReport = () => {}) {
    const thread = idle.pop() ?? new Thread();
    let cancelled = false;
    const result = thread.call(name, args, (report) => !cancelled && onReport(report)).then(
      (value) => {
        idle.push(thread);
        return value;
      },
      (error) => {
        if (thread.worker) idle.push(thread);
        throw error;
      },
    );
    const cancel = () => {
      cancelled = true;
      thread.end();
    };
    return { result, cancel, thread };
  }

  const bytes = (text) => new TextEncoder().encode(text);

  // Lets the browser save a text as a file. A plain text would get another ending from some browsers.
  function download(name, text, type = "application/octet-stream") {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  Object.assign(site, { call, search, compile, bytes, download, Refused, language });
})(window.site);
