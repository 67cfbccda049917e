// What all pages of the site share: the theme, files that are dropped or chosen, messages, the offline copy.
(function (site) {
  "use strict";

  const store = {
    get(key) {
      try {
        return JSON.parse(localStorage.getItem(key));
      } catch {
        return null;
      }
    },
    // False if the browser keeps nothing.
    set(key, value) {
      return store.setText(key, JSON.stringify(value));
    },
    setText(key, text) {
      try {
        localStorage.setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
  };

  const themes = [...document.querySelectorAll("[data-choose-theme]")];
  function showTheme() {
    const chosen = document.documentElement.dataset.theme ?? "system";
    document.querySelector("meta[name=color-scheme]").content = chosen === "system" ? "light dark" : chosen;
    for (const button of themes) button.setAttribute("aria-pressed", button.dataset.chooseTheme === chosen);
  }
  for (const button of themes) {
    button.addEventListener("click", () => {
      const theme = button.dataset.chooseTheme;
      if (theme === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      store.setText("laplace-theme", theme);
      showTheme();
    });
  }
  showTheme();
  for (const link of document.querySelectorAll("[data-choose-language]")) {
    link.addEventListener("click", () => store.setText("laplace-language", link.dataset.chooseLanguage));
  }

  const by = (id) => document.getElementById(id);
  const words = by("words") ? JSON.parse(by("words").textContent) : {};

  function make(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // Replaces each `{}` of a text by the next value.
  const fill = (text, ...values) => text.replace(/\{\}/g, () => values.shift());

  // A number as the language of the page writes it.
  const number = (value) => value.toLocaleString(site.language === "fr" ? "fr" : "en").replaceAll(",", "\u202f");

  // Shows a message; an empty one hides it.
  function notice(element, text, kind = "") {
    element.textContent = text;
    element.className = `notice ${kind}`;
    element.hidden = text === "";
  }

  // Runs something that may be refused; the reason is shown.
  async function attempt(element, work) {
    notice(element, "");
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof site.Refused)) throw error;
      notice(element, error.message, "bad");
    }
  }

  const MAX_BYTES = 64 << 20;

  // Files that are chosen in an input or dropped on an element, as bytes with their names.
  function takeFiles(element, input, onFiles) {
    const take = async (files) => {
      const read = [];
      for (const file of files) {
        if (file.size > MAX_BYTES) return onFiles([], file.name);
        read.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
      }
      if (read.length) onFiles(read);
    };
    input?.addEventListener("change", () => take([...input.files]).then(() => (input.value = "")));
    for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
      element.addEventListener(kind, (event) => {
        event.preventDefault();
        element.classList.toggle("over", kind === "dragenter" || kind === "dragover");
      });
    }
    element.addEventListener("drop", (event) => take([...event.dataTransfer.files]));
  }

  const text = (bytes) => new TextDecoder().decode(bytes);

  // The offline copy: on pages from a web server, where the browser allows it (https, or this machine).
  if ("serviceWorker" in navigator && /^https?:$/.test(location.protocol)) {
    navigator.serviceWorker.register("offline.js").catch(() => {});
  }

  Object.assign(site, { by, words, make, fill, number, notice, attempt, takeFiles, text, store });
})(window.site);
