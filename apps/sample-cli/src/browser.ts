/** The browser of this machine: the response comes to a port of loopback (RFC 8252 §7.3). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Asked, Tokens } from "./device.ts";
import { Problem } from "./problem.ts";

const MOST_MS = 5 * 60_000;

export async function signInByBrowser(
  provider: Configuration,
  { scope, api }: Asked,
  { say, open = openBrowser }: { readonly say: (text: string) => void; readonly open?: (url: string) => void },
): Promise<Tokens> {
  const listener = createServer();
  listener.listen(0, "127.0.0.1"); // any free port: the registered redirect URI has none
  await once(listener, "listening");
  const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;

  const state = randomState();
  const nonce = randomNonce();
  const verifier = randomPKCECodeVerifier();
  const url = buildAuthorizationUrl(provider, {
    scope,
    // OpenID Connect Core §11: without it, a provider need not give what works offline.
    prompt: "consent",
    redirect_uri: redirectUri,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  say(`Your browser opens. If it does not, open this address on this machine:\n${url}`);
  open(url.href);
  try {
    const response = await responseAt(listener, redirectUri, state);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    return await authorizationCodeGrant(provider, response, checks, { resource: api });
  } finally {
    listener.close();
    listener.closeAllConnections();
  }
}

/** RFC 8252 §8.9: the first request with our state. Other programs of this machine can send some, and are refused. */
async function responseAt(listener: Server, redirectUri: string, state: string): Promise<URL> {
  const { promise, resolve, reject } = Promise.withResolvers<URL>();
  const late = setTimeout(() => reject(new Problem("No one signed in for five minutes. Try again.")), MOST_MS);
  listener.on("error", reject);
  listener.on("request", (req, res) => {
    const response = new URL(req.url ?? "/", redirectUri);
    const isOurs = response.pathname === "/callback" && response.searchParams.get("state") === state;
    if (!isOurs) {
      res.writeHead(404).end();
      return;
    }
    res.writeHead(200, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    res.end("You can close this page, and go back to the terminal.", () => resolve(response));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(late);
  }
}

/** Opens the browser. If there is none, the person opens the address that was printed. */
function openBrowser(url: string): void {
  const command = process.platform === "darwin" ? "open" : "xdg-open";
  const child = spawn(command, [url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
