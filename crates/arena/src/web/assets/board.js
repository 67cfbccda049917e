// The live board: when an event arrives it requests the table and animates rows to their new places.
"use strict";
{
  const board = document.getElementById("board");
  const announcement = document.getElementById("board-said");
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const ANNOUNCE_EVERY = 30_000; // ms between two announcements to screen readers
  const POLL_EVERY = 15_000; // ms between two requests without a live connection
  let known = null;
  let announcedAt = 0;
  let loading = false;
  let pending = false;

  const rows = () => new Map([...board.querySelectorAll("tr[data-team]")].map((row) => [row.dataset.team, row]));

  const places = () => new Map([...rows()].map(([team, row]) => [team, row.getBoundingClientRect().top]));

  const total = (row) => row.querySelector(".total").textContent;

  const move = (before, totals) => {
    for (const [team, row] of rows()) {
      const distance = (before.get(team) ?? row.getBoundingClientRect().top) - row.getBoundingClientRect().top;
      const timing = { duration: 600, easing: "cubic-bezier(.2, .7, .2, 1)" };
      if (distance !== 0) row.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], timing);
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
    if (!reducedMotion.matches) move(before, totals);
    if (Date.now() - announcedAt > ANNOUNCE_EVERY) {
      announcedAt = Date.now();
      announcement.textContent = "";
      setTimeout(() => { announcement.textContent = announcement.dataset.said; }, 50);
    }
  };

  // One request at a time; an event that arrives meanwhile causes one more request afterwards.
  const refresh = async () => {
    if (loading) {
      pending = true;
      return;
    }
    loading = true;
    try {
      const response = await fetch(board.dataset.table, { headers: { accept: "text/html" } });
      const text = await response.text();
      const revision = /data-revision="(\d+)"/.exec(text)?.[1];
      if (response.ok && revision !== board.querySelector("table")?.dataset.revision) swap(text);
    } catch {
      // The next event requests it again.
    }
    loading = false;
    if (pending) {
      pending = false;
      refresh();
    }
  };

  const phase = (news) => news.replace(/^\d+/, "");

  const subscribe = () => {
    const source = new EventSource(board.dataset.live);
    source.addEventListener("board", ({ data }) => {
      if (known !== null && phase(known) !== phase(data)) location.reload();
      else if (!data.startsWith(`${board.querySelector("table")?.dataset.revision}-`)) {
        // Spread over time, so that not all pages request the table at once.
        setTimeout(refresh, Math.random() * 400);
      }
      known = data;
    });
    source.addEventListener("clarification", ({ data }) => {
      document.dispatchEvent(new CustomEvent("clarification", { detail: data }));
    });
    // The browser reconnects by itself unless the server refused it; then the page polls.
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(() => { refresh(); subscribe(); }, POLL_EVERY * (1 + Math.random()));
    });
  };

  subscribe();
}
