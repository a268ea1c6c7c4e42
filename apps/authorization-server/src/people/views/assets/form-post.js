// Form Post Response Mode §2: the answer goes on by itself. In words that the oldest script engine knows.
window.onload = function () {
  document.forms[0].submit();
};
