// OIDC Session Management §3.2: says whether the login state is still the one that a client was told of. In words that an
// old script engine knows, so without crypto.subtle, which is not there on plain http either.

var cookieName = document.body.getAttribute("data-cookie");
var lookUpAt = document.body.getAttribute("data-look-up");
// Clients are looked up once each, and no more than this in the life of a page, regardless of the messages.
var MOST_LOOK_UPS = 10;
var MOST_WAITING = 10;
var lookedUp = 0;
// By client and origin: true or false once it is known whether they belong together, messages that wait until then.
var known = {};

function onMessage(event) {
  var parts = parse(event.data);
  if (!/^https?:\/\//.test(event.origin) || !event.source) return;
  if (parts === null) return reply(event, "error");

  var key = "for " + event.origin + " " + parts.clientId;
  if (known[key] === true) return reply(event, compare(event.origin, parts));
  if (known[key] !== false) wait(key, event, parts);
}

function wait(key, event, parts) {
  if (known[key] === undefined) {
    if (lookedUp === MOST_LOOK_UPS) return;
    lookedUp += 1;
    known[key] = [];
    lookUp(key, event.origin, parts.clientId);
  }
  if (known[key].length < MOST_WAITING) known[key].push({ event: event, parts: parts });
}

// §3.1: client id, a space, session state. A client id of ours may have spaces in it, a session state has none.
function parse(message) {
  if (typeof message !== "string" || message.length > 512) return null;
  var found = /^([\x20-\x7e]+) ([\x21-\x7e]+)$/.exec(message);
  return found === null ? null : { clientId: found[1], state: found[2] };
}

// A sender at another origin than the client's pages gets no answer.
function lookUp(key, origin, clientId) {
  var request = new XMLHttpRequest();
  request.onreadystatechange = function () {
    if (request.readyState !== 4) return;
    var waiting = known[key];
    var isRegistered = request.status === 204;
    // Not known when there was no answer: the next message asks again, within the limit.
    known[key] = isRegistered || request.status === 404 ? isRegistered : undefined;
    if (!isRegistered) return;
    for (var i = 0; i < waiting.length; i++) {
      reply(waiting[i].event, compare(origin, waiting[i].parts));
    }
  };
  request.open(
    "GET",
    lookUpAt + "?client_id=" + encodeURIComponent(clientId) + "&origin=" + encodeURIComponent(origin),
  );
  request.send(null);
}

function reply(event, answer) {
  event.source.postMessage(answer, event.origin);
}

function compare(origin, parts) {
  var dot = parts.state.indexOf(".");
  if (dot === -1) return "error";

  var browserState = readCookie();
  if (browserState === null) return "changed";
  var salt = parts.state.substring(dot + 1);
  var now = sha256(parts.clientId + " " + origin + " " + browserState + " " + salt) + "." + salt;
  return now === parts.state ? "unchanged" : "changed";
}

function readCookie() {
  var cookies = document.cookie.split("; ");
  for (var i = 0; i < cookies.length; i++) {
    if (cookies[i].indexOf(cookieName + "=") === 0) return cookies[i].substring(cookieName.length + 1);
  }
  return null;
}

window.addEventListener("message", onMessage, false);
