/** A client whose tokens belong to its key: it sends a DPoP proof (RFC 9449) with what shows a code or a token. */
import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { type Answer, type Http, membersOf, type Sent } from "./http.ts";
import type { World } from "./world.ts";

const SHOWS = /^Bearer /;
const PROVEN_PATHS = new Set(["/par", "/token"]);
/** A nonce that is too old is replaced first, and then one that is older than a store that took over. */
const MOST_NONCES = 3;

/** The same deployment, for the client that pushes its requests and proves its key. */
export async function boundWorld(world: World): Promise<World> {
  return { ...world, client: world.bound, by: "key", http: await provingHttp(world.http) };
}

async function provingHttp(http: Http): Promise<Http> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  const nonces = new Map<string, string>();

  const proof = (url: URL, method: string, token: string | undefined) => {
    const nonce = nonces.get(url.origin);
    const ath = token && createHash("sha256").update(token).digest("base64url");
    const claims = { htm: method, htu: `${url.origin}${url.pathname}`, ...(nonce && { nonce }), ...(ath && { ath }) };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
      .setJti(randomUUID())
      .setIssuedAt()
      .sign(privateKey);
  };

  async function once(url: URL, sent: Sent): Promise<Answer> {
    const { authorization = "" } = sent.headers ?? {};
    const token = SHOWS.test(String(authorization)) ? String(authorization).replace(SHOWS, "") : undefined;
    if (token === undefined && !PROVEN_PATHS.has(url.pathname)) return http.send(url.href, sent);

    const method = sent.method ?? (sent.form || sent.json ? "POST" : "GET");
    const dpop = await proof(url, method, token);
    const headers = { ...sent.headers, dpop, ...(token && { authorization: `DPoP ${token}` }) };
    const answer = await http.send(url.href, { ...sent, headers });
    const { "dpop-nonce": nonce } = answer.headers;
    if (typeof nonce === "string") nonces.set(url.origin, nonce);
    return answer;
  }

  return {
    ...http,
    async send(url, sent = {}) {
      let answer = await once(new URL(url), sent);
      for (let times = 1; wantsNonce(answer) && times < MOST_NONCES; times++) answer = await once(new URL(url), sent);
      return answer;
    },
  };
}

const wantsNonce = (answer: Answer) =>
  answer.headers["dpop-nonce"] !== undefined &&
  (membersOf(answer).error === "use_dpop_nonce" ||
    String(answer.headers["www-authenticate"]).includes("use_dpop_nonce"));
