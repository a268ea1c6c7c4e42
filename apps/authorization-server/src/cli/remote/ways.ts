/** The two ways to sign in: at a browser elsewhere (RFC 8628), or in the one of this machine (RFC 8252). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  type DeviceAuthorizationResponse,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type TokenEndpointResponse,
} from "openid-client";
import { renderUnicodeCompact } from "uqr";
import { refusal } from "../command/refusal.ts";
import { isUnanswered } from "./sentences.ts";

type Parameters = Readonly<Record<string, string>>;

/** @param say writes to the person at the terminal */
export async function byDevice(
  provider: Configuration,
  request: Parameters,
  say: (text: string) => void,
): Promise<TokenEndpointResponse> {
  const device = await initiateDeviceAuthorization(provider, { ...request });
  say(invitationOf(device));
  return poll(provider, device, performance.now() + device.expires_in * 1000);
}

function invitationOf({
  verification_uri,
  verification_uri_complete,
  user_code,
  expires_in,
}: DeviceAuthorizationResponse) {
  const link = verification_uri_complete;
  return [
    `Open  ${verification_uri}`,
    `Code  ${user_code}`,
    ...(link === undefined ? [] : ["", renderUnicodeCompact(link), "", link]),
    "",
    "Use a code only if you ran this command yourself, and compare it with the one there.",
    `It waits for ${Math.ceil(expires_in / 60)} minutes at most. Ctrl-C ends it.`,
  ].join("\n");
}

const LONGEST_INTERVAL = 60;

/** openid-client waits between polls, and longer after `slow_down`. After a request without an answer, so does this. */
async function poll(
  provider: Configuration,
  device: DeviceAuthorizationResponse,
  endsAt: number,
  interval = device.interval ?? 5,
): Promise<TokenEndpointResponse> {
  const leftMs = endsAt - performance.now();
  if (leftMs <= 0) throw refusal("the code expired before someone decided: begin again");
  try {
    const signal = AbortSignal.timeout(Math.ceil(leftMs) + 10_000);
    return await pollDeviceAuthorizationGrant(provider, { ...device, interval }, undefined, { signal });
  } catch (err) {
    if (!isUnanswered(err)) throw err;
    // RFC 8628 §3.5: twice the interval, so that a server that comes back is not overrun.
    return poll(provider, device, endsAt, Math.min(Math.max(1, interval * 2), LONGEST_INTERVAL));
  }
}

const MOST_MS = 5 * 60_000;

export async function byBrowser(
  provider: Configuration,
  request: Parameters,
  { say, open = openBrowser }: { readonly say: (text: string) => void; readonly open?: (url: string) => void },
): Promise<TokenEndpointResponse> {
  const listener = createServer();
  listener.listen(0, "127.0.0.1"); // any free port: the registered redirect URI has none
  await once(listener, "listening");
  const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const url = buildAuthorizationUrl(provider, {
    ...request,
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
    return await authorizationCodeGrant(provider, response, checks);
  } finally {
    listener.close();
    listener.closeAllConnections();
  }
}

/** RFC 8252 §8.9: the first request with our state. Other programs of this machine can send some, and are refused. */
async function responseAt(listener: Server, redirectUri: string, state: string): Promise<URL> {
  const { promise, resolve, reject } = Promise.withResolvers<URL>();
  const late = setTimeout(() => reject(refusal("no one signed in for five minutes: try again")), MOST_MS);
  listener.on("error", reject);
  listener.on("request", (req, res) => {
    const response = new URL(req.url ?? "/", redirectUri);
    if (response.pathname !== "/callback" || response.searchParams.get("state") !== state) {
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
