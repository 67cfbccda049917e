// The start page loads the module, so that the next page has it, and shows whether the offline copy is complete.
(async function (site) {
  "use strict";
  const status = document.getElementById("ready");
  try {
    await site.compile();
  } catch (error) {
    status.className = "notice bad";
    status.textContent = error.message;
    return;
  }
  status.textContent = status.dataset.ready;
  if (!navigator.serviceWorker?.getRegistration || location.protocol === "file:") return;
  await navigator.serviceWorker.ready;
  status.textContent += ` ${status.dataset.offline}`;
})(window.site);
