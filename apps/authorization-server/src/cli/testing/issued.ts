/** A person signed in at a client: the rows that a real sign-in leaves behind. */
import type { Database } from "@countersign/database";
import { hashSecret } from "@countersign/rules";
import { authorizationStore } from "../../platform/stores/issued/authorizations.ts";
import { sessionStore } from "../../platform/stores/session/sessions.ts";

export interface Issued {
  readonly sessionSecret: string;
  /** Whether the session is still there and the authorization may still be used. */
  state(): Promise<{ session: boolean; authorization: boolean }>;
}

export async function issue(database: Database, userId: string, clientId: string, at: Date): Promise<Issued> {
  const sessions = sessionStore(database, { idleSeconds: 3600, absoluteSeconds: 7200 });
  const signIn = { userId, authenticatedAt: at, amr: ["pwd"], acr: "0" };
  const sessionSecret = await sessions.signIn(undefined, signIn, { address: "127.0.0.1" });
  if (sessionSecret === undefined) throw new Error("no one was signed in");
  const found = await sessions.find(sessionSecret, { clientId, resource: "urn:r" }, at);
  if (found === undefined) throw new Error("the sign-in left no session");

  const created = await authorizationStore(database).create({
    clientId,
    clientRevision: 0,
    sector: undefined,
    grounds: { kind: "session", session: found },
    signIn,
    scopes: ["openid"],
    claims: { userinfo: [], idToken: [] },
    resource: "urn:r",
    nonce: undefined,
    redirectUri: "https://app.example/cb",
    codeChallenge: undefined,
    createdAt: at,
    codeTtlSeconds: 60,
    tokenTtlSeconds: 300,
    sessionIdleSeconds: 3600,
  });
  const code = created?.code;
  if (code === undefined) throw new Error("the authorization was not made");

  return {
    sessionSecret,
    async state() {
      const live = `SELECT EXISTS (SELECT FROM browser_session WHERE secret_hash = $1) AS session,
        EXISTS (SELECT FROM "authorization" WHERE code_hash = $2 AND revoked_at IS NULL) AS authorization`;
      return (await database.pool.query(live, [hashSecret(sessionSecret), hashSecret(code)])).rows[0];
    },
  };
}
