/** The administration API, called with the tokens of a session, which are renewed when they expire. */
import { type AdminClient, type AdminClientOptions, adminClient } from "@countersign/admin-client";
import { Refusal } from "../errors.ts";
import type { Provider } from "../sign-in/provider.ts";
import type { Session, Tokens } from "../sign-in/sessions.ts";
import { turns } from "./turns.ts";

/** A token that expires within this time is renewed first. */
const MARGIN_MS = 15_000;
const TIMEOUT_MS = 15_000;
/** The API answers a caller two requests at a time, and sixteen wait: pages of one session can ask at once. */
const AT_ONCE = 8;

interface Options {
  /** The identifier of the API. */
  readonly url: string;
  readonly provider: Pick<Provider, "renew">;
  readonly now: () => Date;
}

export interface Api {
  readonly apiOf: (session: Session) => AdminClient;
  /** For answers that are sent on as they arrive. */
  readonly optionsOf: (session: Session) => AdminClientOptions;
}

export function openApi({ url, provider, now }: Options): Api {
  const renewing = new WeakMap<Session, Promise<Tokens>>();
  const turnsOf = new WeakMap<Session, ReturnType<typeof turns>>();

  async function renewed(session: Session, refresh: string): Promise<Tokens> {
    const tokens = await provider.renew(refresh);
    if (tokens === undefined) return session.tokens; // the API refuses them, and the person signs in again
    session.tokens = { ...tokens, refresh: tokens.refresh ?? refresh };
    return session.tokens;
  }

  async function accessToken(session: Session): Promise<string> {
    const { access, refresh, expiresAt } = session.tokens;
    if (refresh === undefined || now().getTime() < expiresAt.getTime() - MARGIN_MS) return access;
    // Two requests of one session share one renewal.
    const running = renewing.get(session) ?? renewed(session, refresh).finally(() => renewing.delete(session));
    renewing.set(session, running);
    return (await running).access;
  }

  const optionsOf = (session: Session): AdminClientOptions => {
    const inTurn = turnsOf.get(session) ?? turns(AT_ONCE);
    turnsOf.set(session, inTurn);
    return {
      url,
      accessToken: () => accessToken(session),
      fetch: async (request) => heard(await inTurn(() => answered(request)), session),
    };
  };
  return { apiOf: (session) => adminClient(optionsOf(session)), optionsOf };
}

/** Every answer says what the caller may do at that moment. After a refusal, the API is asked. */
function heard(response: Response, session: Session): Response {
  const scopes = response.headers.get("countersign-scopes");
  if (response.status === 403) session.caller = undefined;
  else if (scopes !== null && session.caller !== undefined) {
    session.caller = { ...session.caller, scopes: scopes.split(" ") };
  }
  return response;
}

/** Waits for the head of an answer only so long. Its body may take longer: it is a file then. */
async function answered(request: Request): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  try {
    return await fetch(request, { signal: late.signal, redirect: "error" });
  } catch (cause) {
    throw new Refusal("api_unavailable", "the administration API does not answer", { cause });
  } finally {
    clearTimeout(timer);
  }
}
