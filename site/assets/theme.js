// The theme that the visitor chose, before anything is drawn; and the language, on the first page.
(function () {
  "use strict";
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read("laplace-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  // A visitor who comes to the English start page without having chosen a language gets that of the browser.
  const { lang } = document.documentElement;
  const page = location.pathname.split("/").at(-1);
  const prefers = (read("laplace-language") ?? navigator.language).slice(0, 2);
  if (lang === "en" && prefers === "fr" && (page === "" || page === "index.html") && !document.referrer.startsWith(location.origin + "/")) {
    location.replace("index.fr.html");
  }
})();
