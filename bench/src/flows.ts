/** Work in several steps: sign-in, codes, tokens, refresh. */
import { authorizationPath, expectBoth, forUserinfo, nextCode, person, redeem, refresh, SCOPE } from "./grants.ts";
import { type Connection, connectTo, expectStatus, type Jar } from "./load/http.ts";
import type { Load, Steps } from "./load/load.ts";
import type { Provider, RelyingParty } from "./provider.ts";

const CODES_PER_WORKER = 150;

/** Access tokens from code flows that were never sent to /userinfo. They come from few sign-ins, which is quick. */
export async function accessTokens(
  provider: Provider,
  client: RelyingParty,
  count: number,
): Promise<readonly string[]> {
  const people = Math.min(count, 16);
  const each = Math.ceil(count / people);
  const found = Array.from({ length: people }, (_, index) => tokensOf(forUserinfo(provider), client, index, each));
  return (await Promise.all(found)).flat();
}

async function tokensOf(provider: Provider, client: RelyingParty, index: number, count: number): Promise<string[]> {
  const { connection, jar, code: first } = await person(provider, client, index, SCOPE);
  const path = authorizationPath(provider, client, SCOPE);
  const found: string[] = [];
  for (let code = first; ; code = await nextCode(provider, path, connection, jar, index)) {
    found.push((await redeem(provider, client, connection, code, index)).access_token);
    if (found.length === count) return found;
  }
}

export function refreshing(provider: Provider, client: RelyingParty): Load {
  return {
    kind: "steps",
    async open(index) {
      const { connection, code } = await person(provider, client, index, `${SCOPE} offline_access`);
      const redeemed = await redeem(provider, client, connection, code, index);
      const first = await refresh(provider, client, connection, redeemed.refresh_token, index);
      expectBoth(provider, first);
      let { refresh_token } = first;
      return async () => {
        const tokens = await refresh(provider, client, connection, refresh_token, index);
        if (!tokens.id_token || tokens.refresh_token === refresh_token) throw new Error("no ID token, or no rotation");
        refresh_token = tokens.refresh_token;
        return true;
      };
    },
  };
}

export const accessTokenHeaders = (token: string) => ({ authorization: `Bearer ${token}` });

/**
 * The token that a flow sends to userinfo where userinfo does not accept the token of the flow itself. It belongs to
 * the same person and client, and was issued before. The server looks it up like a token that it has never seen.
 */
async function userinfoToken(
  provider: Provider,
  client: RelyingParty,
  connection: Connection,
  jar: Jar,
  index: number,
): Promise<string | undefined> {
  if (provider.resource === undefined) return undefined;
  const path = authorizationPath(forUserinfo(provider), client, SCOPE);
  const code = await nextCode(forUserinfo(provider), path, connection, jar, index);
  return (await redeem(forUserinfo(provider), client, connection, code, index)).access_token;
}

export function codeFlow(provider: Provider, client: RelyingParty): Steps {
  return {
    kind: "steps",
    async open(index) {
      const { connection, jar, code: first } = await person(provider, client, index, SCOPE);
      expectBoth(provider, await redeem(provider, client, connection, first, index));
      const shown = await userinfoToken(provider, client, connection, jar, index);
      const path = authorizationPath(provider, client, SCOPE);
      const userinfoAt = provider.userinfoOrigin === provider.origin ? connection : connectTo(provider.userinfoOrigin);
      return async () => {
        const code = await nextCode(provider, path, connection, jar, index);
        const { access_token, id_token } = await redeem(provider, client, connection, code, index);
        if (!id_token) throw new Error("no ID token");
        const headers = accessTokenHeaders(shown ?? access_token);
        expectStatus(await userinfoAt.send("GET", provider.paths.userinfo, { headers }), 200, "userinfo");
        return true;
      };
    },
  };
}

/** The codes are made beforehand. The measurement covers their exchange alone. */
export function exchange(provider: Provider, client: RelyingParty): Load {
  return {
    kind: "steps",
    async open(index) {
      const { connection, jar, code: first } = await person(provider, client, index, SCOPE);
      expectBoth(provider, await redeem(provider, client, connection, first, index));
      const path = authorizationPath(provider, client, SCOPE);
      const codes: string[] = [];
      while (codes.length < CODES_PER_WORKER) codes.push(await nextCode(provider, path, connection, jar, index));
      return async () => {
        const code = codes.pop();
        if (code !== undefined) await redeem(provider, client, connection, code, index);
        return code !== undefined;
      };
    },
  };
}
