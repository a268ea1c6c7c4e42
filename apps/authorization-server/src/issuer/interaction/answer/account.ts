/**
 * The kind `account`: a person signs in, or signs in again, for one of our own pages. There is no client and nothing is
 * issued. The browser returns to the page by GET, so an act that the person had sent is not repeated.
 */
import {
  ACCOUNT_LEVELS,
  type AccountLevel,
  knownAcrs,
  maxAgeOfLevel,
  NO_CLAIMS,
  type ProtocolError,
} from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import { expiredRequest } from "../../../platform/http/errors.ts";
import type { ParkedRequest } from "../../../platform/stores/requests/parked-request.ts";
import type { Granted, Interaction, PersonRequest, Place, Waiting } from "../interaction.ts";

export interface AccountInteraction extends Interaction {
  readonly kind: "account";
  readonly client: undefined;
  /** Where the browser returns to: a path of ours below the issuer, with its query. */
  readonly page: string;
}

/** The page that needs the sign-in, and what the sign-in must reach. */
export interface PageDemand {
  readonly page: string;
  readonly level: AccountLevel;
  /** The `acr` that the sign-in must reach; undefined if any is accepted. */
  readonly acr?: string | undefined;
  /** Whether no proof of the session counts, although the session itself would be enough. */
  readonly startsAnew?: boolean | undefined;
  /** The username that the sign-in page starts with. */
  readonly loginHint?: string | undefined;
}

type Describing = Pick<Dependencies, "issuer" | "userinfoResource">;

/** The interaction of a page that needs a sign-in. */
export function accountInteraction(demand: PageDemand, deps: Describing): AccountInteraction {
  const { page, level, acr, loginHint } = demand;
  const hint = loginHint === undefined ? [] : [["login_hint", loginHint] as const];
  const strength = acr === undefined ? [] : [["acr", acr] as const];
  const parameters = [["page", page] as const, ["level", level] as const, ...strength, ...hint];
  const request = { parameters, requestUri: undefined };
  const parked: ParkedRequest = { kind: "account", request, progress: demand.startsAnew ? { another: true } : {} };
  return { ...described(demand, deps), parked, place: undefined };
}

export const account = {
  async resume(parked: ParkedRequest, place: Place, deps: Dependencies) {
    const found: Waiting<AccountInteraction> = { ...described(demandOf(parked), deps), parked, place };
    return found;
  },

  async issue({ page }: AccountInteraction, _: Granted, { issuer }: Dependencies, call: Call) {
    call.redirect(pathBelow(issuer, page));
  },

  /** A person who cancels the sign-in has no page to return to that needs none. Other errors are shown. */
  async refuse(_: AccountInteraction, error: ProtocolError, { issuer }: Dependencies, call: Call) {
    if (error.code !== "access_denied") throw error;
    call.redirect(pathBelow(issuer, paths.home));
  },
};

function demandOf({ request: { parameters } }: ParkedRequest): PageDemand {
  const { page, level: written, acr, login_hint: loginHint } = Object.fromEntries(parameters);
  const level = ACCOUNT_LEVELS.find((known) => known === written);
  // A later version may know other levels.
  if (page === undefined || level === undefined) throw expiredRequest();
  return { page, level, acr, loginHint };
}

function described({ page, level, acr, loginHint }: PageDemand, { issuer, userinfoResource }: Describing) {
  const { host } = new URL(issuer);
  const request: PersonRequest = {
    prompt: [],
    maxAgeSeconds: maxAgeOfLevel(level),
    scopes: [],
    claims: NO_CLAIMS,
    acrValues: acr === undefined ? [] : knownAcrs([acr]),
    loginHint,
    uiLocales: [],
    display: undefined,
    resource: userinfoResource.identifier,
    intended: undefined,
  };
  const recipient = { host, agreedHost: host, isImpersonable: false };
  return { kind: "account", client: undefined, page, request, recipient } as const;
}
