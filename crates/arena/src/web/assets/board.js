// The live board: when an event arrives it requests the table and animates rows to their new places.
"use strict";
{
  const board = document.getElementById("board");
  const announcement = document.getElementById("board-said");
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const ANNOUNCE_EVERY = 30_000; // ms between two announcements to screen readers
  const POLL_EVERY = 15_000; // ms between two requests without a live connection
  const RETRY_AFTER = 500; // ms until a table without the change of the last event is requested again
  let known = null;
  let announcedAt = 0;
  let loading = false;
  let pending = false;

  const rows = () => new Map([...board.querySelectorAll("tr[data-team]")].map((row) => [row.dataset.team, row]));

  const places = () => new Map([...rows()].map(([team, row]) => [team, row.getBoundingClientRect().top]));

  const total = (row) => row.querySelector(".total").textContent;

  const move = (before, totals) => {
    for (const [team, row] of rows()) {
      if (row.hidden) continue;
      const distance = (before.get(team) ?? row.getBoundingClientRect().top) - row.getBoundingClientRect().top;
      const timing = { duration: 600, easing: "cubic-bezier(.2, .7, .2, 1)" };
      if (distance !== 0) row.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], timing);
      if (totals.has(team) && totals.get(team) !== total(row)) row.classList.add("news");
    }
  };

  // The own row stays below the head of the table, whose height depends on its columns and on the width of the page.
  const measure = () => board.style.setProperty("--head", `${board.querySelector("thead")?.offsetHeight ?? 0}px`);
  measure();
  addEventListener("resize", measure);

  const swap = (text) => {
    const before = places();
    const totals = new Map([...rows()].map(([team, row]) => [team, total(row)]));
    const { scrollLeft = 0, scrollTop = 0 } = board.querySelector(".scroll") ?? {};
    board.replaceChildren(document.createRange().createContextualFragment(text));
    const scroll = board.querySelector(".scroll");
    filter();
    measure();
    if (scroll) Object.assign(scroll, { scrollLeft, scrollTop });
    if (!reducedMotion.matches) move(before, totals);
    if (Date.now() - announcedAt > ANNOUNCE_EVERY) {
      announcedAt = Date.now();
      announcement.textContent = "";
      setTimeout(() => { announcement.textContent = announcement.dataset.said; }, 50);
    }
  };

  // The search: rows whose team or school does not contain every word that was typed are not shown.
  const find = document.getElementById("find-team");
  const found = document.getElementById("teams-found");
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const filter = () => {
    const words = plain(find.value).split(/\s+/).filter((word) => word !== "");
    const all = [...rows().values()];
    let count = 0;
    for (const row of all) {
      const name = plain(row.querySelector("th.team").textContent);
      row.hidden = !words.every((word) => name.includes(word));
      if (!row.hidden) count++;
    }
    const [before, between, after] = find.dataset.found.split("{}");
    found.textContent = words.length > 0 ? `${before}${count}${between}${all.length}${after}` : "";
  };
  find.closest("label").hidden = false;
  find.addEventListener("input", filter);
  // A browser restores what was typed when a page is opened again.
  filter();

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
      // Behind a proxy the table may come from another server than the event, which sees the change a moment later.
      if (response.ok && Number(revision) < Number.parseInt(known, 10)) setTimeout(refresh, RETRY_AFTER * (1 + Math.random()));
      else if (response.ok && revision !== board.querySelector("table")?.dataset.revision) swap(text);
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
