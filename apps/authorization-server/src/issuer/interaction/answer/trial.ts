/**
 * The kind `trial`: an administrator tries the sign-in of a client. It runs as a request of the client does, and then
 * nothing is issued: no code and no token exists. The person who signed in sees what the client would get.
 */
import {
  type Client,
  invalidRequest,
  type ProtocolError,
  type Remedy,
  readParameters,
  readRemedy,
} from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { languagesOf } from "../../../platform/http/languages.ts";
import type { ParkedRequest, SentRequest } from "../../../platform/stores/requests/parked-request.ts";
import type { Granted, Interaction, Place, Waiting } from "../interaction.ts";
import { findClient } from "../request/find-client.ts";
import { type IntendedRequest, readAgain, readRequest } from "../request/read-request.ts";
import { type RedirectTarget, recipientOf, trustRedirect } from "./redirect-target.ts";

export interface TrialInteraction extends Interaction, Pick<RedirectTarget, "redirectUri"> {
  readonly kind: "trial";
  readonly client: Client;
  readonly request: IntendedRequest;
}

/** For how long the authorization lives that the claims are read by, in seconds. Nothing is ever issued for it. */
const LOOKED_AT_SECONDS = 1;

type Begun = Omit<TrialInteraction, "parked" | "place">;

async function described(
  stored: SentRequest["parameters"],
  read: typeof readRequest,
  deps: Dependencies,
  call: Call,
): Promise<Begun> {
  const parameters = readParameters(stored);
  const client = await findClient(parameters, call.address, deps);
  const target = trustRedirect(client, parameters, undefined, deps);
  const request = await read(parameters, client, deps);
  return { kind: "trial", client, redirectUri: target.redirectUri, request, recipient: recipientOf(target) };
}

/** The interaction of a trial that begins. Throws what is wrong with its request, which the person is shown. */
export async function trialInteraction(
  parameters: SentRequest["parameters"],
  deps: Dependencies,
  call: Call,
): Promise<TrialInteraction> {
  const parked: ParkedRequest = { kind: "trial", request: { parameters, requestUri: undefined }, progress: {} };
  return { ...(await described(parameters, readRequest, deps, call)), parked, place: undefined };
}

export const trial = {
  async resume(parked: ParkedRequest, place: Place, deps: Dependencies, call: Call) {
    const again: typeof readRequest = (parameters, client) =>
      readAgain(parameters, client, parked.request.intended, deps);
    const found: Waiting<TrialInteraction> = {
      ...(await described(parked.request.parameters, again, deps, call)),
      parked,
      place,
    };
    return found;
  },

  async issue({ client, request, redirectUri }: TrialInteraction, granted: Granted, deps: Dependencies, call: Call) {
    const at = deps.now();
    const { session, claims, ...others } = granted;
    // Claims are looked up by an authorization: this one has no code and no token, and is over at once.
    const created = await deps.authorizations.create({
      ...others,
      resource: request.resource,
      claims: { ...claims, ...(request.claims.sid && { sid: true }) },
      grounds: { kind: "session", session },
      clientId: client.id,
      clientRevision: client.revision ?? 0,
      sector: client.sector,
      nonce: request.nonce,
      codeChallenge: undefined,
      createdAt: at,
      codeTtlSeconds: undefined,
      tokenTtlSeconds: LOOKED_AT_SECONDS,
      sessionIdleSeconds: deps.lifetimes.sessionIdleSeconds,
    });
    if (created === undefined) {
      deps.clients.forget(client.id);
      return tell(
        { clientId: client.id, problem: invalidRequest("the client or the consent changed meanwhile") },
        deps,
        call,
      );
    }
    const { authorization } = created;
    const claimsOf = client.idTokenClaims === "scopes" ? authorization.scopes : [];
    const hasIdToken = authorization.scopes.includes("openid");
    const said = hasIdToken ? await deps.tokens.idTokenClaims(authorization, client, at, { claimsOf }) : undefined;
    deps.log.info({ clientId: client.id, userId: granted.signIn.userId, ...call.from }, "sign-in of a client tried");
    await tell(
      {
        clientId: client.id,
        answer: {
          redirectUri,
          scopes: authorization.scopes,
          claims: Object.entries(said ?? {}),
          isAtUserinfo: hasIdToken && claimsOf.length === 0 && authorization.scopes.some((scope) => scope !== "openid"),
        },
      },
      deps,
      call,
    );
  },

  async refuse({ client }: TrialInteraction, error: ProtocolError, deps: Dependencies, call: Call) {
    await tell({ clientId: client.id, problem: error }, deps, call);
  },
};

interface Told {
  readonly clientId: string | undefined;
  readonly answer?: {
    readonly redirectUri: string;
    readonly scopes: readonly string[];
    readonly claims: readonly (readonly [string, unknown])[];
    readonly isAtUserinfo: boolean;
  };
  readonly problem?: Pick<ProtocolError, "code" | "message" | "remedy">;
}

/** Shows how a trial ended. Nothing of it is stored. */
export async function tell(
  { clientId, answer, problem }: Told,
  { views, clients }: Pick<Dependencies, "views" | "clients">,
  call: Call,
): Promise<void> {
  const client = clientId === undefined ? undefined : await clients.find(clientId);
  const pages = views.in(languagesOf(call.req));
  const page = pages.trial({
    client: client?.name ?? clientId ?? "",
    answer: answer && {
      ...answer,
      claims: answer.claims.map(([name, value]) => ({ name, value: textOf(name, value) })),
    },
    problem: problem && {
      code: problem.code,
      description: problem.message,
      remedy: problem.remedy,
      remedyName: nameOf(problem.remedy),
    },
  });
  call.page(page, undefined, problem === undefined ? 200 : 400);
}

const nameOf = (remedy: Remedy | undefined) => (remedy === undefined ? undefined : readRemedy(remedy)?.name);

/** Claims that are times, in seconds since 1970 (RFC 7519 §2). */
const TIMES: ReadonlySet<string> = new Set(["iat", "exp", "auth_time", "updated_at"]);

function textOf(name: string, value: unknown): string {
  if (TIMES.has(name) && typeof value === "number")
    return `${value} (${new Date(value * 1000).toISOString().replace(".000", "")})`;
  return typeof value === "string" ? value : JSON.stringify(value);
}
