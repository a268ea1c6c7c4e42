/**
 * The page on which a person sets up a passkey, after the code that was mailed. The response that registers it is the
 * proof of the factor (WebAuthn §7.1).
 */
import type { Call } from "@countersign/service";
import { addPasskeyByProof } from "../../../../administration/ways-in/passkeys.ts";
import type { Dependencies } from "../../../../dependencies.ts";
import { beginRegistration, finishRegistration } from "../../../../people/sign-in/passkeys/registration.ts";
import type { PasskeyProblem } from "../../../../people/views/models/passkeys.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import { anybody, definePage, type Outcome } from "../../page.ts";
import { prove } from "../../prove.ts";
import { formSubject, type Here, leave, personOf, withoutEnrolment } from "./steps.ts";

export const enrolPasskey = definePage({
  name: "enrol-passkey",
  isFor: anybody,
  formSubject,
  hasScript: true,

  show: (asked, deps) => page(asked, deps),

  async act(asked, form, deps, call) {
    const left = leave(asked, form);
    return left ?? register(asked, form, deps, call);
  },
});

/** The ceremony belongs to this person's request in this browser. */
const registrationOf = (asked: Here) => ({
  userId: personOf(asked),
  use: "sign-in" as const,
  browser: asked.interaction.place.browser,
  place: asked.interaction.place.handle,
});

async function register(asked: Here, form: FormParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const { enrolment } = asked.interaction.parked.progress;
  if (enrolment?.step !== "passkey") return { kind: "continue" };
  const credential = await finishRegistration(form.get("credential"), registrationOf(asked), deps);
  if (credential === undefined) return again(asked, "not_verified", deps);

  const userId = personOf(asked);
  const at = deps.now();
  const by = { actor: { kind: "person", userId }, at, ...call.from } as const;
  const browser = call.req.headers["user-agent"] ?? "";
  const passkey = { userId, browser, proofId: enrolment.proofId, ...credential };
  const added = await addPasskeyByProof({ ...deps.database, mail: deps.mail }, passkey, by);
  // The code that was mailed is void by now: the person asks for another one.
  if (added === "void" || added === "ended") return { kind: "continue", progress: withoutEnrolment(asked) };
  if (typeof added === "string") return again(asked, added, deps);

  const has = [...(asked.facts.has ?? []), "passkey"] as const;
  const { enrolment: _, ...proved } = await prove(asked, { userId, proof: { factor: "passkey", at }, has }, deps, call);
  return { kind: "continue", progress: proved };
}

async function page(asked: Here, deps: Dependencies, problem?: PasskeyProblem): Promise<string> {
  const options = (await beginRegistration(registrationOf(asked), deps)) ?? "{}";
  return asked.pages.enrolPasskey({ ...asked.common, options, problem });
}

const again = async (asked: Here, problem: PasskeyProblem, deps: Dependencies): Promise<Outcome> => ({
  kind: "show",
  page: await page(asked, deps, problem),
  status: 422,
});
