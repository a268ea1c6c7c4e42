/** The page after a sign-in with a password: the person may add a passkey. The request goes on either way. */
import { highestAcr, reachesLevel } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { addPasskey } from "../../../administration/ways-in/passkeys.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { beginRegistration, finishRegistration } from "../../../people/sign-in/passkeys/registration.ts";
import type { PasskeyProblem } from "../../../people/views/models/passkeys.ts";
import type { FormParameters } from "../../../platform/http/parameters.ts";
import type { Session } from "../../../platform/stores/session/session-row.ts";
import { type Asked, definePage, type Outcome, signedIn, subjectOf } from "../page.ts";

export const offerPasskey = definePage({
  name: "offer-passkey",
  isFor: signedIn,
  formSubject: (handle, session) => `offer ${subjectOf(handle, session)}`,
  hasScript: true,

  /** The offer counts from now on, also if the person does not answer it. */
  async show(asked, deps) {
    await deps.passkeys.recordOffer(asked.session.signIn.userId, deps.now());
    return page(asked, deps);
  },

  act: (asked, form, deps, call) =>
    form.get("action") === "add" ? add(asked, form, deps, call) : Promise.resolve(answered(asked)),
});

/** The ceremony belongs to this session, which is in one browser. */
const registrationOf = ({ session }: Asked<Session>) => ({
  userId: session.signIn.userId,
  use: "sign-in" as const,
  browser: session.id,
  place: paths.offerPasskey,
});

async function page(asked: Asked<Session>, deps: Dependencies, problem?: PasskeyProblem): Promise<string> {
  const { pages, common, session } = asked;
  const options = (await beginRegistration(registrationOf(asked), deps)) ?? "{}";
  return pages.offerPasskey({ ...common, person: session.displayName, options, problem });
}

async function add(asked: Asked<Session>, form: FormParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const { userId } = asked.session.signIn;
  const at = deps.now();
  // A way in is added only just after a sign-in (OWASP ASVS 5.0, V7.5.1), and as strong a one as the person can give.
  const acr = highestAcr(await deps.users.factorsOf(userId), deps.levels);
  if (!reachesLevel(asked.session.signIn, "R2", { acr, levels: deps.levels, now: at })) return answered(asked);

  const credential = await finishRegistration(form.get("credential"), registrationOf(asked), deps);
  if (credential === undefined) return again(asked, "not_verified", deps);

  const by = { actor: { kind: "person", userId }, at, ...call.from } as const;
  const browser = call.req.headers["user-agent"] ?? "";
  const added = { userId, browser, sessionId: asked.session.id, ...credential };
  const result = await addPasskey({ ...deps.database, mail: deps.mail }, added, by);
  if (result === "ended") return answered(asked);
  return typeof result === "string" ? again(asked, result, deps) : answered(asked);
}

function answered({ interaction }: Asked<Session>): Outcome {
  const { offersPasskey: _, ...progress } = interaction.parked.progress;
  return { kind: "continue", progress };
}

const again = async (asked: Asked<Session>, problem: PasskeyProblem, deps: Dependencies): Promise<Outcome> => ({
  kind: "show",
  page: await page(asked, deps, problem),
  status: 422,
});
