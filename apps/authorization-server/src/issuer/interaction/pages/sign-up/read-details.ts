/** Reads what a person typed on the last page of a sign-up. */
import { ageOn, type PasswordProblem, readChosenUsername, userClaims } from "@countersign/rules";
import type { Dependencies } from "../../../../dependencies.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import type { Asked } from "../../page.ts";

export interface Details {
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  readonly username: string | undefined;
  /** Undefined if the person chose a passkey instead. */
  readonly password: string | undefined;
  readonly birthdate: string | undefined;
  readonly ageConfirmed: boolean;
  /** The documents that the person accepted. */
  readonly documentIds: readonly string[];
}

/** What the page shows again after a problem. The password is not among it. */
export interface TypedDetails {
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly username?: string | undefined;
  readonly birthdate?: string | undefined;
  readonly acceptsTerms?: boolean;
}

export type DetailsProblem =
  | "name"
  | "username"
  | "username_taken"
  | "birthdate"
  | "too_young"
  | "terms"
  | "passkey_failed"
  | `password_${PasswordProblem}`;

/** What was typed and checked. Unknown fields are ignored. */
export const typedIn = (form: FormParameters): TypedDetails => ({
  givenName: textOf(form, "given-name"),
  familyName: textOf(form, "family-name"),
  username: textOf(form, "username"),
  birthdate: textOf(form, "birthdate"),
  acceptsTerms: form.get("accept-terms") === "yes",
});

/** Whether the form carries the response of an authenticator. */
const hasPasskey = (form: FormParameters) => form.get("credential") !== undefined;

const LONGEST_TEXT = 500;
function textOf(form: FormParameters, name: string): string | undefined {
  const text = form.get(name)?.slice(0, LONGEST_TEXT).trim();
  return text === "" ? undefined : text;
}

/** What the person states about themselves, or the first problem with it. */
export async function readDetails(
  form: FormParameters,
  { interaction }: Asked<unknown>,
  deps: Pick<Dependencies, "newPasswords" | "signUp" | "terms" | "usernameCharacters" | "now">,
): Promise<Details | DetailsProblem> {
  const typed = typedIn(form);
  const { givenName, familyName } = typed;
  if (!NAMES.safeParse({ given_name: givenName, family_name: familyName }).success) return "name";

  const username = typed.username && readChosenUsername(typed.username, deps.usernameCharacters);
  if (typed.username !== undefined && username === undefined) return "username";

  const age = ageProblem(typed.birthdate, deps);
  if (age !== undefined) return age;

  const documents = (await deps.terms.required(deps.now())).map(({ id }) => id);
  // The person accepts what the page showed. If another document is required since, the page shows it.
  const accepted = form.get("accept-terms") === "yes" ? form.all("document") : [];
  if (!documents.every((id) => accepted.includes(id))) return "terms";

  const { client, parked, request } = interaction;
  const { signUp } = parked.progress;
  const password = hasPasskey(form) ? undefined : (form.get("new-password") ?? "");
  const address = signUp?.step === "details" ? signUp.address : "";
  const context = [address, username, givenName, familyName, client?.name].filter((text) => text !== undefined);
  const problem = password === undefined ? undefined : await deps.newPasswords.problem(password, context);
  if (problem !== undefined) return `password_${problem}`;

  const ageConfirmed = deps.signUp.minimumAge !== undefined;
  // GDPR Art. 5(1)(c): the date is kept only if the client asks for it by name.
  const isWanted = [...request.claims.userinfo, ...request.claims.idToken].includes("birthdate");
  const birthdate = ageConfirmed && isWanted ? typed.birthdate : undefined;
  return { givenName, familyName, username, password, birthdate, ageConfirmed, documentIds: documents };
}

const NAMES = userClaims.pick({ given_name: true, family_name: true });

function ageProblem(
  birthdate: string | undefined,
  { signUp, now }: Pick<Dependencies, "signUp" | "now">,
): "birthdate" | "too_young" | undefined {
  if (signUp.minimumAge === undefined) return undefined;
  const age = ageOn(birthdate ?? "", now());
  if (age === undefined) return "birthdate";
  return age < signUp.minimumAge ? "too_young" : undefined;
}
