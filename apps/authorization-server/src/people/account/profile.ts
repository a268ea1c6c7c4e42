/** What is known about a person, as far as they may change it themselves (OIDC Core §5.1). */
import { cleanPicture, LARGEST_PICTURE_BYTES } from "@countersign/pictures";
import {
  type EditableClaim,
  invalidRequest,
  readTypedClaims,
  refuseRepeated,
  TYPED_CLAIMS,
  type TypedClaim,
} from "@countersign/rules";
import { type Call, isUpload } from "@countersign/service";
import { changeProfile, removePicture, setPicture } from "../../administration/people/profiles.ts";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { showIn } from "../../platform/http/languages.ts";
import { type FormParameters, formOf } from "../../platform/http/parameters.ts";
import { countRequest } from "../../platform/http/source-limits.ts";
import { uploadOf } from "../../platform/http/uploads.ts";
import { ownPicture, pictures } from "./frame.ts";
import { type Asked, defineAccountPage, type Outcome } from "./page.ts";

export const profile = defineAccountPage({
  path: paths.accountProfile,
  name: "profile",
  section: "profile",
  level: "R0",
  isOn: ({ profileClaims }) => profileClaims.size > 0,

  show: async (asked, deps) => page(asked, (await deps.users.claims(asked.userId)) ?? {}, {}, deps),
  readForm: (call) => (isUpload(call.req) ? uploadOf(call, LARGEST_PICTURE_BYTES) : formOf(call)),

  act(asked, form, deps, call) {
    const action = form.get("action");
    if (action === "save") return save(asked, form, deps, call);
    if (!deps.profileClaims.has("picture")) return Promise.resolve({ kind: "missing" });
    return action === "upload" ? upload(asked, form, deps, call) : remove(asked, form, deps);
  },
});

/** The claims that the person may type, in the order of the standard. */
const typedIn = ({ profileClaims }: Pick<Dependencies, "profileClaims">) =>
  TYPED_CLAIMS.filter((claim) => profileClaims.has(claim));

async function save(asked: Asked, form: FormParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const { userId, by } = asked;
  const typed = claimsOf(form, typedIn(deps));
  const { claims, wrong } = readTypedClaims(typed);
  if (wrong.length > 0)
    return again(asked, { ...typed, picture: await pictureOf(asked, deps) }, { claims: wrong }, deps);

  const before = claims.locale === undefined ? undefined : (await deps.users.claims(userId))?.locale;
  await changeProfile(deps.database, { userId, claims }, by);
  // A person has one language: the one of pages is chosen on every page, and sets the claim, too.
  if (claims.locale !== before) showIn(claims.locale, deps, call);
  return { kind: "done", notice: "profile_saved" };
}

const pictureOf = async ({ userId }: Asked, { users }: Dependencies) => (await users.claims(userId))?.picture;

/** Throws `invalid_request` for a field that is not of this form, such as a claim that people may not change. */
function claimsOf(form: FormParameters, editable: readonly TypedClaim[]) {
  refuseRepeated(form);
  const known: readonly string[] = ["csrf", "action", ...editable];
  const unknown = form.names().find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalidRequest("the form has an unknown field", unknown.slice(0, 100));
  return Object.fromEntries(editable.map((claim) => [claim, form.all(claim)[0]]));
}

async function upload(asked: Asked, form: FormParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  await countRequest(deps.limits.accountChanges, call.address);
  const { userId, by } = asked;
  const picture = form.file && cleanPicture(form.file);
  if (picture === undefined) return again(asked, (await deps.users.claims(userId)) ?? {}, { picture: "wrong" }, deps);

  await setPicture(deps.database, { userId, picture, urlOf: (id) => `${pictures(deps)}${id}` }, by);
  return { kind: "done", notice: "profile_saved" };
}

async function remove({ userId, by }: Asked, form: FormParameters, deps: Dependencies): Promise<Outcome> {
  if (form.get("action") !== "remove-picture") return { kind: "missing" };
  await removePicture(deps.database, userId, by);
  return { kind: "done", notice: "profile_saved" };
}

type Shown = { readonly [claim in EditableClaim]?: string | null | undefined };

interface Problems {
  readonly claims?: readonly TypedClaim[];
  readonly picture?: "wrong";
}

async function again(asked: Asked, shown: Shown, problems: Problems, deps: Dependencies): Promise<Outcome> {
  return { kind: "show", page: await page(asked, shown, problems, deps), status: 422 };
}

async function page({ pages, common, userId }: Asked, shown: Shown, problems: Problems, deps: Dependencies) {
  const wrong = problems.claims ?? [];
  const claims = typedIn(deps).map((name) => ({ name, value: shown[name] ?? "", isWrong: wrong.includes(name) }));
  const picture = deps.profileClaims.has("picture")
    ? { path: ownPicture(shown.picture, deps), isSet: shown.picture != null, problem: problems.picture }
    : undefined;
  const username = await deps.users.usernameOf(userId);
  return pages.accountProfile({ ...common, username, claims, zones: ZONES, picture });
}

const ZONES = Intl.supportedValuesOf("timeZone");
