/** The sign-in page: OIDC Core §3.1.2.3. The person authenticates with their password, or with a passkey. */

import { assertionOptions, isPasskeyOffered, ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import type { Refused } from "../../../../people/sign-in/factor.ts";
import { factors } from "../../../../people/sign-in/factors.ts";
import { shownProvider } from "../../../../people/views/models/shown-provider.ts";
import { networkOf, sourceOf } from "../../../../platform/http/address.ts";
import { type FormParameters, queryOf, referenceIn } from "../../../../platform/http/parameters.ts";
import { waitFor } from "../../../../platform/http/waiting.ts";
import type { Session } from "../../../../platform/stores/session/session-row.ts";
import { assertNotBlockedHere } from "../../decide.ts";
import { beginFederation } from "../../federation/begin.ts";
import { type Asked, anybody, definePage, type Outcome } from "../../page.ts";
import { prove } from "../../prove.ts";
import { connectingTo } from "./federated.ts";
import { accountOf, enforcing, hinted, type Named, offeredBy, realmOf } from "./home-realm.ts";
import { knownPerson } from "./known-person.ts";

type AskedOfAnybody = Asked<Session | undefined>;

export const login = definePage({
  name: "login",
  isFor: anybody,
  formSubject: (handle) => handle,
  hasScript: true,

  // A person may have signed in to another request in the meantime. The person who sends this form signs in as someone
  // else, or refuses. In neither case may they receive a code of the signed-in person. If this same request has
  // progressed, the form no longer acts.
  stillActs: ({ parked }) => Object.keys(parked.progress).length === 0,

  leaves: ({ interaction }, deps, call) => (hasFailed(call) ? Promise.resolve(undefined) : hinted(interaction, deps)),

  show(asked, deps, call) {
    const shown = { username: asked.interaction.request.loginHint ?? "" };
    if (!hasFailed(call)) return page(asked, shown, deps);
    // What failed is the request before this one, in which the provider sent the person back.
    const reference = referenceIn(queryOf(call).get("reference")) ?? call.requestId;
    return page(asked, { ...shown, problem: "provider_failed", reference }, deps);
  },

  async act(asked, form, deps, call) {
    const action = form.get("action");
    if (action === "cancel") return { kind: "refuse" };
    await assertNotBlockedHere(deps, call);
    if (action === "sign-up" && deps.signUp.isOpen) {
      return { kind: "continue", progress: { ...asked.interaction.parked.progress, signUp: { step: "address" } } };
    }
    if (action === "federated") return atProvider(asked, form, deps);
    if (action === "name") return byName(asked, form, deps);
    if (action === "forget") return { kind: "continue", progress: withoutIdentity(asked) };
    return action === "passkey" ? byPasskey(asked, form, deps, call) : byPassword(asked, form, deps, call);
  },
});

/** Whether the person is back from another provider, where they did not sign in. */
const hasFailed = (call: Call) => queryOf(call).get("failed") === "provider";

function withoutIdentity({ interaction }: AskedOfAnybody) {
  const { federated: _, ...progress } = interaction.parked.progress;
  return progress;
}

async function atProvider(asked: AskedOfAnybody, form: FormParameters, deps: Dependencies): Promise<Outcome> {
  const to = await beginFederation(asked.interaction, form.get("provider") ?? "", deps);
  return to === undefined ? again(asked, { username: "", problem: "provider_failed" }, deps) : { kind: "leave", to };
}

/** The name decides whether the person goes on here or at a provider. No account is looked up. */
async function byName(asked: AskedOfAnybody, form: FormParameters, deps: Dependencies): Promise<Outcome> {
  const username = (form.get("username") ?? "").trim();
  const elsewhere = await atHome(asked, { username }, deps);
  if (elsewhere !== undefined) return elsewhere;
  return { kind: "show", page: await page(asked, { username, isNamed: true }, deps), status: 200 };
}

async function atHome(asked: AskedOfAnybody, named: Named, deps: Dependencies): Promise<Outcome | undefined> {
  const realm = await realmOf(asked.interaction, named, deps);
  if (realm === "away") return again(asked, { username: named.username, problem: "provider_failed" }, deps);
  return realm && { kind: "leave", to: realm };
}

async function byPassword(
  asked: AskedOfAnybody,
  form: FormParameters,
  deps: Dependencies,
  call: Call,
): Promise<Outcome> {
  const username = (form.get("username") ?? "").trim();
  const elsewhere = await atHome(asked, { username }, deps);
  if (elsewhere !== undefined) return elsewhere;
  const attempt = {
    username,
    password: form.get("password") ?? "",
    ...originOf(call),
    deviceCookie: deps.cookies.device(call.req),
  };
  const proven = await attempted(() => factors.password(attempt, deps));
  if (proven === undefined) return again(asked, { username, isNamed: true, problem: "wrong_password" }, deps);
  if (proven instanceof ProtocolError) return wait(asked, username, proven, deps);
  const home = await atHome(asked, { username, account: await accountOf(proven, deps) }, deps);
  if (home !== undefined) return home;

  const progress = await prove(asked, { ...proven, username }, deps, call);
  const { has, passkeyOfferedAt: offeredAt = null } = proven;
  const isCapable = deps.relyingParty !== undefined && form.get("passkeys") === "1";
  const offersPasskey = isPasskeyOffered({ has, offeredAt }, isCapable, deps.now());
  return { kind: "continue", progress: offersPasskey ? { ...progress, offersPasskey } : progress } as const;
}

async function byPasskey(asked: AskedOfAnybody, form: FormParameters, deps: Dependencies, call: Call) {
  const { handle: place, browser } = asked.interaction.place;
  const attempt = { response: form.get("credential"), browser, place, ...originOf(call) };
  const proven = await attempted(() => factors.passkey(attempt, deps));
  if (proven instanceof ProtocolError) return wait(asked, "", proven, deps);
  if ("refused" in proven) return again(asked, { username: "", ...failure(proven) }, deps);
  return { kind: "continue", progress: await prove(asked, proven, deps, call) } as const;
}

const failure = ({ unknownCredentialId }: Refused) =>
  ({ problem: unknownCredentialId === undefined ? "passkey_failed" : "passkey_unknown", unknownCredentialId }) as const;

const originOf = ({ address, from }: Call) => ({ ...from, source: sourceOf(address), network: networkOf(address) });

// At a limit the person stays on the page, which shows how long to wait.
async function attempted<T>(work: () => Promise<T>): Promise<T | ProtocolError> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof ProtocolError && err.retryAfterSeconds !== undefined) return err;
    throw err;
  }
}

const again = async (asked: AskedOfAnybody, shown: Shown, deps: Dependencies): Promise<Outcome> => ({
  kind: "show",
  page: await page(asked, shown, deps),
  status: 422,
});

async function wait(
  asked: AskedOfAnybody,
  username: string,
  { retryAfterSeconds = 0 }: ProtocolError,
  deps: Dependencies,
) {
  const { status, headers } = waitFor(retryAfterSeconds);
  const shown = await page(asked, { username, problem: "too_many_attempts" }, deps);
  return { kind: "show", page: shown, status, headers } as const;
}

interface Shown {
  readonly username: string;
  /** Whether the name was sent already, and the password is next. */
  readonly isNamed?: boolean;
  readonly problem?: "wrong_password" | "too_many_attempts" | "passkey_failed" | "passkey_unknown" | "provider_failed";
  readonly unknownCredentialId?: string | undefined;
  /** The reference of the request that failed, if that is not this one. */
  readonly reference?: string;
}

// No person is known yet: the options of the ceremony are the same for all people (WebAuthn §14.6.2).
async function page(asked: AskedOfAnybody, { isNamed = false, ...shown }: Shown, deps: Dependencies): Promise<string> {
  const { pages, common, interaction } = asked;
  const { relyingParty, challenges, mail, identityProviders, now } = deps;
  const listed = await identityProviders.listed(now());
  const offered = offeredBy(interaction, listed);
  const { federated } = interaction.parked.progress;
  const known = await knownPerson(asked, shown.username, deps);
  const model = {
    ...common,
    ...shown,
    ...known,
    nameFirst: !isNamed && enforcing(interaction, listed, federated?.proved).length > 0,
    canReset: mail.isOn,
    signUp: deps.signUp.isOpen && known === undefined,
    providers: federated === undefined ? offered.map(shownProvider) : [],
    connecting: federated && connectingTo(federated, listed),
  };
  if (relyingParty === undefined) return pages.login({ ...model, passkey: undefined });

  const { handle: place, browser } = interaction.place;
  const challenge = challenges.issue({ purpose: "sign-in", browser, place, userId: undefined });
  const options = assertionOptions(relyingParty, { challenge, use: "sign-in", known: [] });
  const unknownCredentialId = relyingParty.isExclusive ? shown.unknownCredentialId : undefined;
  return pages.login({ ...model, passkey: { options: JSON.stringify(options), unknownCredentialId } });
}
