// Gives the film of a page to the viewer.
"use strict";

{
  const film = document.getElementById("film");
  if (film) laplace.viewer = laplace.view(document.getElementById("viewer"), JSON.parse(film.textContent));
}
