/** What is known about a person, as far as they may change it themselves (OIDC Core §5.1). */
import { invalidRequest, readTypedClaims, refuseRepeated, TYPED_CLAIMS, type TypedClaim } from "@countersign/rules";
import { changeProfile } from "../administration/profiles.ts";
import type { Dependencies } from "../dependencies.ts";
import type { FormParameters } from "../http/parameters.ts";
import { paths } from "../paths.ts";
import { type Asked, defineAccountPage, type Outcome } from "./page.ts";

export const profile = defineAccountPage({
  path: paths.accountProfile,
  name: "profile",
  level: "R0",
  isOn: ({ profileClaims }) => profileClaims.size > 0,

  show: async (asked, deps) => page(asked, (await deps.users.claims(asked.userId)) ?? {}, [], deps),
  act: (asked, form, deps) => save(asked, form, deps),
});

/** The claims that the person may type, in the order of the standard. */
const typedIn = ({ profileClaims }: Pick<Dependencies, "profileClaims">) =>
  TYPED_CLAIMS.filter((claim) => profileClaims.has(claim));

async function save(asked: Asked, form: FormParameters, deps: Dependencies): Promise<Outcome> {
  const { userId, by } = asked;
  const typed = claimsOf(form, typedIn(deps));
  const { claims, wrong } = readTypedClaims(typed);
  if (wrong.length > 0) return { kind: "show", page: page(asked, typed, wrong, deps), status: 422 };

  await changeProfile(deps.database, { userId, claims }, by);
  return { kind: "done", notice: "profile_saved" };
}

/** Throws `invalid_request` for a field that is not of this form, such as a claim that people may not change. */
function claimsOf(form: FormParameters, editable: readonly TypedClaim[]) {
  refuseRepeated(form);
  const known: readonly string[] = ["csrf", "action", ...editable];
  const unknown = form.names().find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalidRequest("the form has an unknown field", unknown.slice(0, 100));
  return Object.fromEntries(editable.map((claim) => [claim, form.all(claim)[0]]));
}

type Shown = { readonly [claim in TypedClaim]?: string | null | undefined };

function page({ pages, common }: Asked, shown: Shown, wrong: readonly TypedClaim[], deps: Dependencies): string {
  const claims = typedIn(deps).map((name) => ({ name, value: shown[name] ?? "", isWrong: wrong.includes(name) }));
  return pages.accountProfile({ ...common, claims, zones: ZONES });
}

const ZONES = Intl.supportedValuesOf("timeZone");
