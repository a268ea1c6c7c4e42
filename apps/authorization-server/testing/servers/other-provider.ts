/** `oidc-provider`: a provider that we did not write, with its development pages, over TLS on loopback. */
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { Provider } from "oidc-provider";
import { startListener, testCa } from "../../src/platform/outbound/testing/listener.ts";
import { issuer as ours } from "../world.ts";

export interface OtherProvider {
  readonly issuer: string;
  readonly port: number;
  /** Signs a person in at an address to which we sent the browser; the address that it is sent back to. */
  signIn(authorization: URL, login: string): Promise<URL>;
  /** Signs the person out there, in the browser that signed in last. */
  signOut(): Promise<void>;
  /** Where our addresses are reached from now on. */
  reach(origin: string): void;
  close(): Promise<void>;
}

/** @param clients ours, by their metadata, with the names of OpenID Connect Registration §2 */
export async function startOtherProvider(
  clients: readonly Readonly<Record<string, unknown>>[],
): Promise<OtherProvider> {
  const listener = await startListener((_, res) => res.end());
  const issuer = `https://localhost:${listener.port}`;
  let origin = "";
  const provider = new Provider(issuer, {
    clients,
    claims: { openid: ["sub", "sid"], email: ["email", "email_verified"], profile: ["name", "nickname"] },
    // Claims are in the ID token, as many providers have them.
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@corp.example`, email_verified: true, name: "Iris", nickname: sub }),
    }),
    cookies: { keys: ["only for tests"] },
    // Requests to us go to the service under test.
    fetch: (url: string | URL, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(String(url).replace(ours, origin), options),
    features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
  });
  listener.answer(provider.callback());

  let cookies = new Map<string, string>();
  const visit = (url: URL, form?: Readonly<Record<string, string>>) => send(url, cookies, form);
  return {
    issuer,
    port: listener.port,
    reach(next) {
      origin = next;
    },
    async signIn(authorization, login) {
      cookies = new Map();
      let page = await visit(authorization);
      for (let step = 0; step < 12; step++) {
        if (page.to?.origin === ours) return page.to;
        if (page.to !== undefined) page = await visit(page.to);
        else page = await visit(actionIn(page.body, issuer), { prompt: promptIn(page.body), login, password: "x" });
      }
      throw new Error(`the sign-in came to no end: ${page.body}`);
    },
    async signOut() {
      const page = await visit(new URL("/session/end", issuer));
      const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page.body) ?? [];
      await visit(new URL("/session/end/confirm", issuer), { xsrf, logout: "yes" });
    },
    close: () => listener.close(),
  };
}

const actionIn = (body: string, issuer: string) => new URL(/<form[^>]+action="([^"]+)"/.exec(body)?.[1] ?? "", issuer);
const promptIn = (body: string) => /name="prompt" value="([^"]+)"/.exec(body)?.[1] ?? "login";

interface Visited {
  readonly body: string;
  readonly to: URL | undefined;
}

/** One request of a browser that keeps cookies. */
function send(url: URL, cookies: Map<string, string>, form?: Readonly<Record<string, string>>): Promise<Visited> {
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { ca: testCa, method: body === undefined ? "GET" : "POST", headers }, async (res) => {
      for (const line of res.headers["set-cookie"] ?? []) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const to = res.headers.location;
      resolve({ body: await text(res), to: to === undefined ? undefined : new URL(to, url) });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
