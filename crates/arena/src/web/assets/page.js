// The script of every page: times in the visitor's time zone, countdowns, sending files, copying texts.
"use strict";
{
  const language = document.documentElement.lang;
  // The visitor's kind of the page's language: 17 November or November 17.
  const locale = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const exactly = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });

  const localise = (root) => {
    for (const time of root.querySelectorAll("time[data-local]")) {
      time.title = time.textContent;
      time.textContent = (time.dataset.local === "seconds" ? exactly : format).format(new Date(time.dateTime));
    }
  };

  // Names the time zone where a page shows times, or has fields for them.
  const zone = new Intl.DateTimeFormat(language).resolvedOptions().timeZone;
  const nameZone = () => {
    const mark = document.querySelector("[data-zone]");
    if (mark && document.querySelector("time[data-local]")) mark.textContent = mark.dataset.zone.replace("{}", zone);
  };

  const two = (number) => String(number).padStart(2, "0");
  // Non-breaking spaces, so that a number and its unit stay together.
  const day = language === "fr" ? "j" : "d";
  const span = (milliseconds) => {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    const [d, h, m] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
    if (d > 0) return `${d}\u00a0${day} ${two(h)}\u00a0h`;
    if (h > 0) return `${h}\u00a0h ${two(m)}\u00a0min`;
    return m > 0 ? `${m}\u00a0min ${two(seconds % 60)}\u00a0s` : `${seconds}\u00a0s`;
  };

  // The server's clock decides when a contest starts and ends, and the visitor's may be wrong. Until the server has
  // answered, the visitor's clock is the best there is.
  let answered = null;
  const now = () => (answered ? answered.time + performance.now() - answered.at : Date.now());
  const synchronise = async () => {
    try {
      const asked = performance.now();
      const response = await fetch("/time", { cache: "no-store" });
      const time = Number(await response.text());
      const at = performance.now();
      // The answer is half a round trip old.
      if (response.ok && time > 0) answered = { at, time: time + (at - asked) / 2 };
    } catch {
      // Tried again later.
    }
    count();
  };

  // When a countdown ends the page has changed: it is reloaded once, at a random delay, so that not all pages reload
  // at the same time.
  let reloading = false;
  const count = () => {
    for (const mark of document.querySelectorAll("[data-until]")) {
      const left = Number(mark.dataset.until) - now();
      mark.textContent = left > 0 ? mark.dataset.text.replace("{}", span(left)) : mark.dataset.over;
      const phase = mark.closest(".status")?.querySelector(".mark");
      if (left <= 0 && phase) {
        phase.textContent = mark.dataset.nextName;
        phase.className = `mark phase-${mark.dataset.next}`;
      }
      const writing = document.querySelector("input:focus, textarea:focus, form.dirty");
      if (left < -1000 && left > -60000 && !reloading && !writing) {
        reloading = true;
        setTimeout(() => location.reload(), Math.random() * 4000);
      }
    }
  };

  const dropping = (form) => {
    const input = form.querySelector("input[type=file]");
    input.addEventListener("change", () => form.classList.add("dirty"));
    for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
      form.addEventListener(kind, (event) => {
        event.preventDefault();
        form.classList.toggle("over", kind === "dragenter" || kind === "dragover");
      });
    }
    form.addEventListener("drop", (event) => {
      input.files = event.dataTransfer.files;
      form.classList.add("dirty");
    });
  };

  // Sends files without leaving the page, so that they are still chosen if the server refuses them. Without a script the
  // browser sends the form, and the server writes the page again.
  const sending = (form) => {
    const input = form.querySelector("input[type=file]");
    const button = form.querySelector("button");
    const name = button.textContent;
    const refused = form.querySelector("[data-refused]");
    const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
    input.addEventListener("change", () => { refused.textContent = ""; });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      refused.textContent = "";
      const bytes = [...input.files].reduce((sum, file) => sum + file.size, 0);
      if (bytes > Number(form.dataset.max)) {
        refused.textContent = form.dataset.tooLarge;
        return;
      }
      button.disabled = true;
      button.textContent = form.dataset.sending;
      try {
        const request = { method: "POST", body: new FormData(form), headers: { accept: "application/json" } };
        const response = await fetch(form.action, request);
        // The address of the submission, to which the server redirects.
        if (response.ok) {
          location.assign(response.url);
          return;
        }
        refused.textContent = sentence((await response.json()).message);
      } catch {
        refused.textContent = form.dataset.failed;
      }
      button.disabled = false;
      button.textContent = name;
    });
  };

  // Forms with times: the visitor types local time, and a hidden field sends the same time in UTC. It is computed when
  // the form is sent, with the offset of the typed date, summer or winter.
  const timing = (form) => {
    const inputs = form.querySelectorAll("input[type=datetime-local]");
    if (inputs.length === 0) return;
    for (const hint of form.querySelectorAll("[data-own-time]")) hint.textContent = hint.dataset.ownTime.replace("{}", zone);
    form.addEventListener("submit", () => {
      for (const input of inputs) {
        const at = new Date(input.value);
        form.elements[`${input.name}_utc`].value = Number.isNaN(at.getTime()) ? "" : at.toISOString();
      }
    });
  };

  // Messages of the organisers, and for organisers questions of teams. The browser remembers the last one that was on
  // the page of messages; a newer one is announced on every page of the contest.
  const messages = (header) => {
    const list = document.getElementById("clarifications");
    const notice = header.querySelector("[data-messages]");
    const key = `messages-${header.dataset.contest}`;
    const read = () => Number(localStorage.getItem(key) ?? 0);
    const remember = () => {
      const last = Number(document.getElementById("clarifications").dataset.last);
      localStorage.setItem(key, String(Math.max(read(), last)));
    };
    const refresh = async () => {
      // What is being written stays; the next message tries again.
      if ([...document.querySelectorAll("#clarifications textarea")].some((text) => text.value !== "")) return;
      const response = await fetch(list.dataset.list, { headers: { accept: "text/html" } });
      if (!response.ok) return;
      const fresh = document.createRange().createContextualFragment(await response.text());
      localise(fresh);
      document.getElementById("clarifications").replaceWith(fresh);
      remember();
    };
    if (list) remember();
    document.addEventListener("clarification", ({ detail }) => {
      if (Number(detail) <= read()) return;
      if (list) refresh();
      else if (notice && notice.childElementCount === 0) {
        notice.replaceChildren(header.querySelector("template").content.cloneNode(true));
      }
    });
    // The board has a connection of its own. A browser has few connections for one server, so a hidden page gives its own
    // back.
    if (document.getElementById("board")) return;
    let source = null;
    const connect = () => {
      if (document.hidden) {
        source?.close();
        source = null;
      } else if (source === null || source.readyState === EventSource.CLOSED) {
        source = new EventSource(header.dataset.live);
        source.addEventListener("clarification", ({ data }) => {
          document.dispatchEvent(new CustomEvent("clarification", { detail: data }));
        });
      }
    };
    connect();
    document.addEventListener("visibilitychange", connect);
  };

  for (const button of document.querySelectorAll("button.print")) button.addEventListener("click", () => print());

  // Another theme at once: loading the page again would lose what was typed and chosen. Without a script the links do it.
  for (const link of document.querySelectorAll("[data-choose-theme]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const theme = link.dataset.chooseTheme;
      document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
      if (theme === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      document.querySelector("meta[name=color-scheme]").content = theme === "system" ? "light dark" : theme;
      for (const other of document.querySelectorAll("[data-choose-theme]")) {
        if (other === link) other.setAttribute("aria-current", "true");
        else other.removeAttribute("aria-current");
      }
    });
  }

  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!navigator.clipboard) break; // a page without TLS has none
    const name = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = name; }, 2000);
    });
  }

  localise(document);
  nameZone();
  const header = document.querySelector("header.contest[data-live]");
  if (header) messages(header);
  for (const form of document.querySelectorAll("form.upload")) {
    dropping(form);
    sending(form);
  }
  for (const form of document.forms) timing(form);
  if (document.querySelector("[data-until]")) {
    count();
    setInterval(count, 1000);
    // A computer that slept has another idea of how much time has passed.
    synchronise();
    setInterval(synchronise, 300000);
    document.addEventListener("visibilitychange", () => document.hidden || synchronise());
  }
}
