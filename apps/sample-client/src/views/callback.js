/**
 * The one script of this application. The answer of the implicit flow comes in the fragment, which only the
 * browser sees: this takes it out of the address and posts it to our own server, which believes none of it
 * before it has checked it with the provider.
 */
const answer = new URLSearchParams(location.hash.slice(1));

// First of all: out of the address bar and the history, where the token would stay.
history.replaceState(null, "", location.pathname);

/** Who the ID token says it is about. Read, not verified: the server compares it with what it proves. */
function userIdOf(idToken) {
  try {
    const payload = idToken.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)).sub;
  } catch {
    return undefined;
  }
}

const form = document.querySelector("#answer");

function add(name, value) {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = name;
  field.value = value;
  form.append(field);
}

if (answer.has("state")) {
  // A parameter that came twice goes along twice: the server refuses it.
  for (const [name, value] of answer) if (name !== "user_id") add(name, value);
  const userId = userIdOf(answer.get("id_token") ?? "");
  if (typeof userId === "string") add("user_id", userId);
  document.querySelector("#under-way").hidden = false;
  form.submit();
} else {
  document.querySelector("#nothing").hidden = false;
}
