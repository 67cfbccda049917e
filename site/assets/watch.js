// A game in the viewer of exported pages: another one takes its place.
(function (site) {
  "use strict";

  // Shows a film and gives back its viewer.
  site.watch = (film) => {
    const fresh = site.make("div", { id: "viewer" });
    site.viewer?.close();
    site.by("viewer").replaceWith(fresh);
    // The place in an old game is not one in this game.
    history.replaceState(null, "", location.pathname + location.search);
    site.viewer = laplace.view(fresh, film);
    return site.viewer;
  };
})(window.site);
