// OIDC Front-Channel Logout §2: goes on when the pages of all clients were loaded, or have had their time. In words that the
// oldest script engine knows. Where no script runs, there is a link.
(function () {
  var gone = false;
  function goOn() {
    if (gone) return;
    gone = true;
    window.location.replace(document.getElementById("continue").href);
  }
  // The frames are part of this page: it has loaded when they have.
  window.onload = goOn;
  window.setTimeout(goOn, 3000);
})();
