/** Work in several steps: signing in, codes, tokens, refreshing. */
import { createHash } from "node:crypto";
import { type Answer, basic, type Connection, connectTo, expectStatus, Jar } from "./load/http.ts";
import type { Load, Steps } from "./load/load.ts";
import type { Provider, RelyingParty } from "./provider.ts";

const VERIFIER = "bench-verifier-bench-verifier-bench-verifier-bench";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const SCOPE = "openid profile email";
const CODES_PER_WORKER = 150;

/** A browser that is signed in at the provider, and has agreed with the client. */
export async function person(provider: Provider, client: RelyingParty, index: number, scope: string) {
  const [connection, jar] = [connectTo(provider.origin), new Jar()];
  const first = authorizationPath(provider, client, scope, { prompt: "consent" });
  const code = codeIn(await provider.signIn(connection, jar, first, index));
  return { connection, jar, code };
}

function authorizationPath(
  { paths, redirectUri }: Provider,
  { id }: RelyingParty,
  scope: string,
  more: Record<string, string> = {},
): string {
  const query = {
    client_id: id,
    response_type: "code",
    redirect_uri: redirectUri,
    scope,
    state: "state",
    nonce: "nonce",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...more,
  };
  return `${paths.authorization}?${new URLSearchParams(query)}`;
}

function codeIn(location: string): string {
  const code = new URL(location).searchParams.get("code");
  if (code === null) throw new Error(`no code in ${location}`);
  return code;
}

export const redeem = async (
  provider: Provider,
  client: RelyingParty,
  connection: Connection,
  code: string,
  index: number,
) => {
  const form = { grant_type: "authorization_code", code, redirect_uri: provider.redirectUri, code_verifier: VERIFIER };
  return askForTokens(provider, client, connection, form, index);
};

export async function askForTokens(
  { paths, from }: Provider,
  { id, secret }: RelyingParty,
  connection: Connection,
  form: Record<string, string>,
  index: number,
): Promise<{ access_token: string; refresh_token: string; id_token: string }> {
  const headers = { ...from(index), authorization: basic(id, secret) };
  return JSON.parse(expectStatus(await connection.send("POST", paths.token, { headers, form }), 200, "token").body);
}

/** Access tokens that were never shown to /userinfo, from as few sign-ins as is quick. */
export async function accessTokens(
  provider: Provider,
  client: RelyingParty,
  count: number,
): Promise<readonly string[]> {
  const families = Math.min(count, 16);
  const each = Math.ceil(count / families);
  const found = Array.from({ length: families }, (_, index) => family(provider, client, index, each));
  return (await Promise.all(found)).flat();
}

async function family(provider: Provider, client: RelyingParty, index: number, count: number): Promise<string[]> {
  const { connection, code } = await person(provider, client, index, `${SCOPE} offline_access`);
  let tokens = await redeem(provider, client, connection, code, index);
  const found = [tokens.access_token];
  while (found.length < count) {
    const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    tokens = await askForTokens(provider, client, connection, form, index);
    found.push(tokens.access_token);
  }
  return found;
}

export function refreshing(provider: Provider, client: RelyingParty): Load {
  return {
    kind: "steps",
    async open(index) {
      const { connection, code } = await person(provider, client, index, `${SCOPE} offline_access`);
      let { refresh_token } = await redeem(provider, client, connection, code, index);
      return async () => {
        const tokens = await askForTokens(
          provider,
          client,
          connection,
          { grant_type: "refresh_token", refresh_token },
          index,
        );
        if (!tokens.id_token || tokens.refresh_token === refresh_token) throw new Error("no ID token, or no rotation");
        refresh_token = tokens.refresh_token;
        return true;
      };
    },
  };
}

async function nextCode(
  provider: Provider,
  client: RelyingParty,
  connection: Connection,
  jar: Jar,
  index: number,
): Promise<string> {
  const headers = { ...provider.from(index), cookie: jar.header };
  const answer = await connection.send("GET", authorizationPath(provider, client, SCOPE), { headers });
  if (answer.status !== 302 && answer.status !== 303)
    throw new Error(`authorization: ${answer.status} ${answer.body.slice(0, 200)}`);
  jar.keep(answer);
  return codeIn(locationOf(answer));
}

export const accessTokenHeaders = (token: string) => ({ authorization: `Bearer ${token}` });

const locationOf = ({ headers }: Answer) => String(headers.location ?? "");

export function codeFlow(provider: Provider, client: RelyingParty): Steps {
  return {
    kind: "steps",
    async open(index) {
      const { connection, jar } = await person(provider, client, index, SCOPE);
      const userinfoAt = provider.userinfoOrigin === provider.origin ? connection : connectTo(provider.userinfoOrigin);
      return async () => {
        const code = await nextCode(provider, client, connection, jar, index);
        const { access_token, id_token } = await redeem(provider, client, connection, code, index);
        if (!id_token) throw new Error("no ID token");
        const headers = accessTokenHeaders(access_token);
        expectStatus(await userinfoAt.send("GET", provider.paths.userinfo, { headers }), 200, "userinfo");
        return true;
      };
    },
  };
}

/** Codes are made before; what is measured is their exchange alone. */
export function exchange(provider: Provider, client: RelyingParty): Load {
  return {
    kind: "steps",
    async open(index) {
      const { connection, jar } = await person(provider, client, index, SCOPE);
      const codes: string[] = [];
      while (codes.length < CODES_PER_WORKER) codes.push(await nextCode(provider, client, connection, jar, index));
      return async () => {
        const code = codes.pop();
        if (code !== undefined) await redeem(provider, client, connection, code, index);
        return code !== undefined;
      };
    },
  };
}
