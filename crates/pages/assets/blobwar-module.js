// What the page asks is answered by the module in this browser. Games between two browsers need a server, whose script
// (blobwar-link.js) comes after this one.
(function (blobwar, site) {
  "use strict";

  const failed = (error) => {
    // What the rules refuse would be refused again; a call without a module or a worker may succeed later.
    if (error instanceof site.Refused && !error.lost && !error.unavailable) error.status = 400;
    throw error;
  };

  // The position is quick; the engine thinks on a worker of its own.
  async function ask(address, question) {
    const name = `blobwar_${address}`;
    const form = JSON.stringify(question);
    const answer = address === "moves" ? site.call(name, form) : site.search(name, [form]).result;
    return JSON.parse(await answer.catch(failed));
  }

  async function save(kind, question) {
    const file = await site.call("blobwar_file", kind, JSON.stringify(question), Date.now()).catch(failed);
    const type = kind === "pgn" ? "application/x-chess-pgn" : "application/json";
    blobwar.download(kind === "pgn" ? "blobwar.pgn" : "blobwar.json", new Blob([file], { type }));
  }

  Object.assign(blobwar, { ask, save, Link: null, seats: { get: () => null } });
})(window.blobwar, window.site);
