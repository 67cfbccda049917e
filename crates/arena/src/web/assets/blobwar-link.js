// A game between two browsers: the server has it, this follows it and sends what the player does.
//
// The secret of a seat is made here, kept in this browser and sent in bodies only: the address of a game, which
// players give to friends, gives nothing but the right to watch or to take a free seat.
(function (blobwar) {
  "use strict";

  const { ask, wait, language } = blobwar;
  const KEY = "blobwar-seats";
  // Seats of older games are forgotten; the server forgets the games sooner.
  const MOST_SEATS = 50;
  const RETRY = 1000;
  // The server sends a sign of life every 15 s; after a longer silence the connection is opened anew.
  const SILENCE = 40000;

  // The seats of this browser, by game.
  const seats = {
    all() {
      try {
        return JSON.parse(localStorage.getItem(KEY)) ?? {};
      } catch {
        return {};
      }
    },
    get(game) {
      return this.all()[game] ?? this.here?.[game];
    },
    set(game, seat) {
      // Also for browsers that keep nothing: until the page is left.
      this.here = { ...this.here, [game]: seat };
      const { [game]: _, ...others } = this.all();
      const newest = Object.entries({ ...others, [game]: seat }).slice(-MOST_SEATS);
      try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
      } catch {
        // Then the seat is lost with the page.
      }
    },
    secret() {
      return [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    },
  };

  class Link {
    // `on` hears of the game's state, of a connection that is lost or there again, and of a game that is gone.
    constructor(id, on) {
      Object.assign(this, { id, on, closed: false });
      // A connection that a network lost is not noticed by itself.
      this.listeners = { offline: () => this.lost(), online: () => this.open() };
      for (const [event, act] of Object.entries(this.listeners)) window.addEventListener(event, act);
      this.watch = setInterval(() => performance.now() - this.heard > SILENCE && this.open(), RETRY * 5);
      this.open();
    }

    lost() {
      this.source.close();
      this.on.connected(false);
    }

    get address() {
      return `/blobwar/games/${encodeURIComponent(this.id)}`;
    }

    open() {
      if (this.closed) return;
      this.source?.close();
      this.heard = performance.now();
      const source = (this.source = new EventSource(`${this.address}/live?lang=${language}`));
      const hear = (act) => (event) => {
        this.heard = performance.now();
        if (!this.closed) act(event);
      };
      source.addEventListener("game", hear((event) => this.on.game(JSON.parse(event.data))));
      source.addEventListener("open", hear(() => this.on.connected(true)));
      source.addEventListener("alive", hear(() => {}));
      source.addEventListener("error", () => {
        if (this.closed || source !== this.source) return;
        this.on.connected(false);
        // A connection that was lost is opened again by the browser; one that was refused is not.
        if (source.readyState === EventSource.CLOSED) this.again();
      });
    }

    async again() {
      try {
        const response = await fetch(`${this.address}?lang=${language}`, { headers: { accept: "application/json" } });
        if (this.closed) return;
        if (response.status === 404) return this.on.gone();
        if (response.ok) this.on.game(await response.json());
      } catch {
        // Tried again.
      }
      await wait(RETRY * (2 + Math.random()));
      this.open();
    }

    // Sends what the player does until the server has answered: sent twice, it counts once.
    async send(act, body) {
      for (;;) {
        try {
          return await ask(`games/${encodeURIComponent(this.id)}/${act}`, body);
        } catch (error) {
          if (!(error instanceof TypeError) || this.closed) throw error;
          this.on.connected(false);
          await wait(RETRY);
        }
      }
    }

    // The whole game as it is now.
    async whole() {
      const response = await fetch(`${this.address}?lang=${language}`, { headers: { accept: "application/json" } });
      if (response.status === 404) this.on.gone();
      return response.ok ? response.json() : null;
    }

    close() {
      this.closed = true;
      this.source.close();
      clearInterval(this.watch);
      for (const [event, act] of Object.entries(this.listeners)) window.removeEventListener(event, act);
    }
  }

  Object.assign(blobwar, { Link, seats });
})(window.blobwar);
