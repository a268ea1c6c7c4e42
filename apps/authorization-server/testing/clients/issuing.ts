/** What a sign-in and a completed request leave behind, made only through the stores. */

import type { NewAuthorization } from "../../src/platform/stores/issued/authorization-row.ts";
import { type AuthorizationStore, authorizationStore } from "../../src/platform/stores/issued/authorizations.ts";
import type { Session } from "../../src/platform/stores/session/session-row.ts";
import type { SessionStore } from "../../src/platform/stores/session/sessions.ts";
import { sessionStore } from "../../src/platform/stores/session/sessions.ts";
import { resource, signInOf, type World } from "../world.ts";
import { redirectUriOf } from "./clients.ts";

export const LIFETIME = { idleSeconds: 3600, absoluteSeconds: 7200 };

const by = { address: "192.0.2.7" };

export interface Issuing {
  readonly sessions: SessionStore;
  readonly authorizations: AuthorizationStore;
  /** Signs a person in now, and returns the secret of the session. */
  signIn(userId: string, previous?: string): Promise<string>;
  find(secret: string | undefined, clientId?: string): Promise<Session | undefined>;
  end(secret: string): Promise<void>;
  /** A code of alice for webClient, in a session of its own, with changes; `undefined` if none was made. */
  code(changes?: Changes): Promise<string | undefined>;
}

/** A session named only by its id is one that the client does not know yet. */
export type Changes = Partial<NewAuthorization> & {
  readonly sessionId?: string;
  readonly session?: Extract<NewAuthorization["grounds"], { kind: "session" }>["session"];
};

export function openIssuing(world: World): Issuing {
  const sessions = sessionStore(world.database, LIFETIME);
  const authorizations = authorizationStore(world.database);
  const now = () => world.clock.now;

  const signIn: Issuing["signIn"] = async (userId, previous) => {
    const secret = await sessions.signIn(previous, signInOf(userId, now()), by);
    if (secret === undefined) throw new Error("no one was signed in");
    return secret;
  };
  const find: Issuing["find"] = (secret, clientId = "webClient") =>
    sessions.find(secret, { clientId, resource }, now());

  const revisionOf = async (userId: string) =>
    Number((await world.rows("SELECT consents_revision AS n FROM end_user WHERE id = $1", [userId]))[0]?.n);

  return {
    sessions,
    authorizations,
    signIn,
    find,
    end: async (secret) => void (await sessions.end(secret, now(), by)),
    async code({ sessionId, session, ...changes } = {}) {
      const id = sessionId ?? session?.id ?? (await find(await signIn(world.alice)))?.id ?? "";
      const consentsRevision = session?.consentsRevision ?? (await revisionOf(world.alice));
      const created = await authorizations.create({
        clientId: "webClient",
        clientRevision: 0,
        sector: undefined,
        grounds: {
          kind: "session",
          session: session ?? { id, sid: undefined, idleExpiresAt: now(), consentsRevision },
        },
        signIn: signInOf(world.alice, now()),
        scopes: ["openid", "email"],
        claims: { userinfo: [], idToken: [] },
        resource,
        nonce: undefined,
        redirectUri: redirectUriOf("webClient"),
        codeChallenge: "challenge",
        createdAt: now(),
        codeTtlSeconds: 60,
        tokenTtlSeconds: 300,
        sessionIdleSeconds: LIFETIME.idleSeconds,
        ...changes,
      });
      return created?.code;
    },
  };
}
