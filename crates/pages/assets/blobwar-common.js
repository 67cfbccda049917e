// What all scripts of the page use, with a server and without.
window.blobwar = window.blobwar || {};

(function (blobwar) {
  "use strict";

  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  const language = document.documentElement.lang;

  // Lets the browser save a file.
  function download(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // What the browser keeps for the next visit; some keep nothing.
  const kept = {
    get() {
      try {
        return JSON.parse(localStorage.getItem("blobwar")) ?? {};
      } catch {
        return {};
      }
    },
    set(value) {
      try {
        localStorage.setItem("blobwar", JSON.stringify(value));
      } catch {
        // Then it is forgotten.
      }
    },
  };

  // A number with the decimal mark of the page's language; JSON has a point.
  const decimal = (text) => (language === "fr" ? text.replace(".", ",") : text);

  Object.assign(blobwar, { wait, kept, decimal, download, language });
})(window.blobwar);
