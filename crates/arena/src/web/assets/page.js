// What every page gains from a script: times in the reader's own zone, countdowns, and files that are dropped.
"use strict";
{
  const language = document.documentElement.lang;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

  const localise = (root) => {
    for (const time of root.querySelectorAll("time[data-local]")) {
      time.title = time.textContent;
      time.textContent = format.format(new Date(time.dateTime));
    }
  };

  const two = (number) => String(number).padStart(2, "0");
  const span = (milliseconds) => {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    const [d, h, m] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
    if (d > 0) return `${d} d ${two(h)} h`;
    if (h > 0) return `${h} h ${two(m)} min`;
    return m > 0 ? `${m} min ${two(seconds % 60)} s` : `${seconds} s`;
  };

  // When a countdown ends the page is another one: it is asked for again, once, not by all at the same moment.
  let asked = false;
  const count = () => {
    for (const mark of document.querySelectorAll("[data-until]")) {
      const left = Number(mark.dataset.until) - Date.now();
      mark.textContent = mark.dataset.text.replace("{}", span(left));
      const writing = document.querySelector("input:focus, textarea:focus, form.dirty");
      if (left < -1000 && left > -60000 && !asked && !writing) {
        asked = true;
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

  // Forms with times: what is typed is the reader's own time, and the server is told the same moment in UTC. That is
  // computed when the form is sent, with the offset of the date that was typed, summer or winter.
  const timing = (form) => {
    const inputs = form.querySelectorAll("input[type=datetime-local]");
    if (inputs.length === 0) return;
    for (const hint of form.querySelectorAll("[data-own-time]")) hint.textContent = hint.dataset.ownTime;
    form.addEventListener("submit", () => {
      for (const input of inputs) {
        const at = new Date(input.value);
        form.elements[`${input.name}_utc`].value = Number.isNaN(at.getTime()) ? "" : at.toISOString();
      }
    });
  };

  localise(document);
  for (const form of document.querySelectorAll("form.upload")) dropping(form);
  for (const form of document.forms) timing(form);
  if (document.querySelector("[data-until]")) {
    count();
    setInterval(count, 1000);
  }
}
