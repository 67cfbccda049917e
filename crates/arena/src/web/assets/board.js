// The board follows what happens: told of news, it asks for the table and lets rows move to their new places.
"use strict";
{
  const board = document.getElementById("board");
  const said = document.getElementById("board-said");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const QUIET = 30_000; // readers are told of news at most so often
  const SLOW = 15_000; // how often to ask when nobody tells
  let known = null;
  let spoken = 0;
  let asking = false;
  let again = false;

  const rows = () => new Map([...board.querySelectorAll("tr[data-team]")].map((row) => [row.dataset.team, row]));

  const places = () => new Map([...rows()].map(([team, row]) => [team, row.getBoundingClientRect().top]));

  const total = (row) => row.querySelector(".total").textContent;

  const move = (before, totals) => {
    for (const [team, row] of rows()) {
      const way = (before.get(team) ?? row.getBoundingClientRect().top) - row.getBoundingClientRect().top;
      const calm = { duration: 600, easing: "cubic-bezier(.2, .7, .2, 1)" };
      if (way !== 0) row.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], calm);
      if (totals.has(team) && totals.get(team) !== total(row)) row.classList.add("news");
    }
  };

  const swap = (text) => {
    const before = places();
    const totals = new Map([...rows()].map(([team, row]) => [team, total(row)]));
    const left = board.querySelector(".scroll")?.scrollLeft ?? 0;
    board.replaceChildren(document.createRange().createContextualFragment(text));
    const scroll = board.querySelector(".scroll");
    if (scroll) scroll.scrollLeft = left;
    if (!still.matches) move(before, totals);
    if (Date.now() - spoken > QUIET) {
      spoken = Date.now();
      said.textContent = "";
      setTimeout(() => { said.textContent = said.dataset.said; }, 50);
    }
  };

  // One question at a time; news that comes meanwhile is one more question afterwards.
  const ask = async () => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      const answer = await fetch(board.dataset.table, { headers: { accept: "text/html" } });
      const text = await answer.text();
      const revision = /data-revision="(\d+)"/.exec(text)?.[1];
      if (answer.ok && revision !== board.querySelector("table")?.dataset.revision) swap(text);
    } catch {
      // The next news asks again.
    }
    asking = false;
    if (again) {
      again = false;
      ask();
    }
  };

  const phase = (news) => news.replace(/^\d+/, "");

  const listen = () => {
    const source = new EventSource(board.dataset.live);
    source.addEventListener("board", ({ data }) => {
      if (known !== null && phase(known) !== phase(data)) location.reload();
      else if (!data.startsWith(`${board.querySelector("table")?.dataset.revision}-`)) {
        // Not all at the same moment.
        setTimeout(ask, Math.random() * 400);
      }
      known = data;
    });
    // The browser tries again by itself unless the server sent it away; then we ask from time to time.
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(() => { ask(); listen(); }, SLOW * (1 + Math.random()));
    });
  };

  listen();
}
