/**
 * The last page of a sign-up: names, a username if the person wants one, and a password or a passkey. It creates the
 * account.
 */
import type { Call } from "@countersign/service";
import { createAccount, type Ground, idOfGround, type NewAccount } from "../../../../administration/people/sign-ups.ts";
import type { Dependencies } from "../../../../dependencies.ts";
import { beginNewAccountRegistration, finishRegistration } from "../../../../people/sign-in/passkeys/registration.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import { countRequest } from "../../../../platform/http/source-limits.ts";
import { shownTerms } from "../../../../platform/http/terms.ts";
import type { Session } from "../../../../platform/stores/session/session-row.ts";
import { assertMaySignUp } from "../../decide.ts";
import { type Asked, anybody, definePage, type Outcome } from "../../page.ts";
import { prove } from "../../prove.ts";
import { startAgain } from "./address.ts";
import { type Details, type DetailsProblem, readDetails, type TypedDetails, typedIn } from "./read-details.ts";

export const signUpDetails = definePage({
  name: "sign-up-details",
  hasScript: true,
  isFor: anybody,
  formSubject: (handle) => `sign-up details ${handle}`,

  show: (asked, deps) => page(asked, {}, deps),

  async act(asked, form, deps, call) {
    const { parked } = asked.interaction;
    if (parked.progress.signUp?.step !== "details") return { kind: "continue" };

    const details = await readDetails(form, asked, deps);
    if (typeof details === "string") return again(asked, form, details, deps);
    return create(asked, form, details, deps, call);
  },
});

async function create(
  asked: Asked<Session | undefined>,
  form: FormParameters,
  details: Details,
  deps: Dependencies,
  call: Call,
): Promise<Outcome> {
  const { interaction, pages } = asked;
  const { signUp } = interaction.parked.progress;
  if (signUp?.step !== "details") return { kind: "continue" };

  if (!(await isAllowed(signUp, deps))) {
    return { kind: "show", page: voidInvitation(pages, call), status: 422 };
  }
  const { password, ...about } = details;
  // It also bounds how many usernames one can ask for.
  await countRequest(deps.limits.newSecrets, call.address);
  const told = { email: signUp.address, step: "account", client_id: interaction.client?.id ?? null } as const;
  await assertMaySignUp({ ...told, provider: null }, deps, call);
  const wayIn =
    password === undefined
      ? await newPasskey(asked, form, deps)
      : { passwordHash: await deps.passwords.hash(password) };
  if (wayIn === undefined) return again(asked, form, "passkey_failed", deps);
  const by = { at: deps.now(), ...call.from };
  const account = { ...about, ground: signUp, wayIn, locale: pages.range };
  const created = await createAccount(deps, account, by);

  if (created.kind === "username_taken") return again(asked, form, "username_taken", deps);
  if (created.kind === "passkey_known") return again(asked, form, "passkey_failed", deps);
  // Nothing tells why: the same happens when the proof expired, and when another browser was faster. The progress
  // stays: if this is the second of two clicks, the first one goes on.
  if (created.kind === "void") {
    const page = deps.signUp.isOpen ? startAgain(asked) : voidInvitation(pages, call);
    return { kind: "show", page, status: 422 };
  }

  const { userId, username } = created;
  deps.log.info({ userId, ...call.from }, "signed up");
  // The person proved the password by choosing it, or the passkey by making it. The proof of the address is no sign-in.
  const factor = "passkey" in wayIn ? "passkey" : "password";
  const proven = { userId, username, proof: { factor, at: by.at }, has: [factor], isNew: true } as const;
  const { signUp: _, ...next } = await prove(asked, proven, deps, call);
  return { kind: "continue", progress: next };
}

/** Where sign-up is closed, only an invitation that an operator printed creates an account. */
async function isAllowed(ground: Ground, { signUp, invitations, now }: Dependencies): Promise<boolean> {
  if (signUp.takesInvitations) return true;
  if (!("invitationId" in ground)) return false;
  const delivery = await invitations.deliveryOf(ground.invitationId, now());
  return delivery !== undefined && delivery !== "mailed";
}

/** The ceremony belongs to this sign-up in this browser; undefined on another page. */
function registrationOf({ interaction }: Asked<unknown>) {
  const { browser, handle } = interaction.place;
  const { signUp } = interaction.parked.progress;
  if (signUp?.step !== "details") return undefined;
  return { ground: idOfGround(signUp), address: signUp.address, browser, place: handle };
}

/** The passkey that the form carries; undefined if it could not be verified. */
async function newPasskey(
  asked: Asked<unknown>,
  form: FormParameters,
  deps: Dependencies,
): Promise<NewAccount["wayIn"] | undefined> {
  const registration = registrationOf(asked);
  if (registration === undefined) return undefined;
  const { ground, address: _, ...place } = registration;
  const passkey = await finishRegistration(form.get("credential"), { ...place, userId: ground, use: "sign-in" }, deps);
  return passkey && { passkey };
}

async function again(
  asked: Asked<unknown>,
  form: FormParameters,
  problem: DetailsProblem,
  deps: Dependencies,
): Promise<Outcome> {
  return { kind: "show", page: await page(asked, typedIn(form), deps, problem), status: 422 };
}

async function page(
  asked: Asked<unknown>,
  typed: TypedDetails,
  deps: Dependencies,
  problem?: DetailsProblem,
): Promise<string> {
  const { pages, common } = asked;
  const { signUp: policy, newPasswords, terms, now } = deps;
  const registration = registrationOf(asked);
  return pages.signUpDetails({
    ...common,
    address: registration?.address ?? "",
    passkey: registration && beginNewAccountRegistration(registration, deps),
    typed,
    problem,
    minimumAge: policy.minimumAge,
    shortest: newPasswords.shortest,
    documents: shownTerms(await terms.required(now()), pages.range),
  });
}

const voidInvitation = (pages: Asked<unknown>["pages"], { requestId }: Call) =>
  pages.invitation({ invitation: undefined, reference: requestId });
