/** Work in several steps: sign-in, codes, tokens, refresh. */
import {
  askForTokens,
  authorizationPath,
  expectBoth,
  forUserinfo,
  nextCode,
  person,
  pushedPath,
  redeem,
  refresh,
  SCOPE,
} from "./grants.ts";
import { type Connection, connectTo, expectStatus, type Jar } from "./load/http.ts";
import type { Load, Steps } from "./load/model.ts";
import type { Provider, RelyingParty, ServiceClient } from "./provider.ts";

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

/** Each answer has a token that is bound to a key (RFC 9449 §5). */
export function boundClientCredentials(provider: Provider, service: ServiceClient): Load {
  const form = { grant_type: "client_credentials", ...service.form };
  return {
    kind: "steps",
    async open(index) {
      const connection = connectTo(provider.origin);
      return async () => {
        expectBound(await askForTokens(provider, service, connection, form, index));
        return true;
      };
    },
  };
}

function expectBound({ token_type }: { readonly token_type: string }): void {
  if (token_type !== "DPoP") throw new Error("the token is not bound");
}

function askUserinfo(provider: Provider, { proofs }: RelyingParty, connection: Connection, shown: string) {
  const { userinfoOrigin: origin, paths } = provider;
  if (proofs === undefined) {
    return connection.send("GET", paths.userinfo, { headers: { authorization: `Bearer ${shown}` } });
  }
  const headers = { authorization: `DPoP ${shown}` };
  return proofs.send(connection, { method: "GET", origin, path: paths.userinfo, shown }, { headers });
}

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

/** @param isPushed whether each request is pushed first */
export function codeFlow(provider: Provider, client: RelyingParty, { isPushed = false } = {}): Steps {
  return {
    kind: "steps",
    async open(index) {
      const { connection, jar, code: first } = await person(provider, client, index, SCOPE);
      const tokens = await redeem(provider, client, connection, first, index);
      expectBoth(provider, tokens);
      if (client.proofs !== undefined) expectBound(tokens);
      const shown = await userinfoToken(provider, client, connection, jar, index);
      const path = authorizationPath(provider, client, SCOPE);
      const userinfoAt = provider.userinfoOrigin === provider.origin ? connection : connectTo(provider.userinfoOrigin);
      return async () => {
        const asked = isPushed ? await pushedPath(provider, client, SCOPE, connection, index) : path;
        const code = await nextCode(provider, asked, connection, jar, index);
        const { access_token, id_token } = await redeem(provider, client, connection, code, index);
        if (!id_token) throw new Error("no ID token");
        expectStatus(await askUserinfo(provider, client, userinfoAt, shown ?? access_token), 200, "userinfo");
        return true;
      };
    },
  };
}

/** The codes are made beforehand. The measurement covers only their exchange. */
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
