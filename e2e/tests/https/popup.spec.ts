/** Signing in in a popup, with a client library by others: the page that opened the popup must receive the response. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { expect, test } from "../../support/test.ts";
import { newDocument, publish } from "../../support/worlds/document-site.ts";

const LIBRARY = readFileSync(
  fileURLToPath(new URL("../browser/oidc-client-ts.min.js", import.meta.resolve("oidc-client-ts"))),
  "utf8",
);

/** Both pages of the relying party: the one that opens the popup, and the one at which the popup ends. */
const pageWith = (library: string, script: string) => `<!doctype html><title>Popup party</title>
<button id="sign-in">Sign in</button><output id="who"></output>
<script src="${library}"></script><script>${script}</script>`;

// Newer versions of the library need no opener, and others do. So both sides record what they can access of each
// other.
const OPENING = `
  const open = window.open;
  window.open = (...how) => (window.popup = open.apply(window, how));
  const say = (text) => { document.getElementById("who").textContent = text; };
  document.getElementById("sign-in").onclick = () =>
    manager.signinPopup().then(({ profile }) => say(profile.email), (err) => say("failed: " + err.message));`;

const RETURNING = `
  localStorage.setItem("opener", String(window.opener !== null));
  manager.signinPopupCallback();`;

test("oidc-client-ts signs a person in in a popup, which returns and closes", async ({
  page,
  world,
  operator,
  person,
}) => {
  const [library, start, callback] = [
    newDocument(world, "library.js"),
    newDocument(world, "start"),
    newDocument(world, "callback"),
  ];
  const { clientId } = await operator.addClient(
    ...["--name", "Popup party", "--redirect-uri", callback, "--token-endpoint-auth-method", "none"],
  );
  const settings = { authority: world.issuer, client_id: clientId, redirect_uri: callback, scope: "openid email" };
  const manager = `const manager = new oidc.UserManager(${JSON.stringify({ ...settings, loadUserInfo: true })});`;
  await publish(world, library, LIBRARY, "text/javascript");
  await publish(world, start, pageWith(library, `${manager}${OPENING}`), "text/html");
  await publish(world, callback, pageWith(library, `${manager}${RETURNING}`), "text/html");

  await page.goto(start);
  const opened = page.waitForEvent("popup");
  await page.locator("#sign-in").click();
  const popup = await opened;
  const closed = popup.waitForEvent("close");
  await signIn(popup, person);
  await expectPage(popup, "consent");
  expect(await page.evaluate("window.popup.closed")).toBe(false);
  await allow(popup);

  await expect(page.locator("#who")).toHaveText("carol@example.com");
  await closed;
  expect(await page.evaluate('localStorage.getItem("opener")')).toBe("true");
});
