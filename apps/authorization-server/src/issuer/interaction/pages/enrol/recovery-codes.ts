/**
 * The page after a person set up a second factor: recovery codes, which are shown once. If the person did not see them,
 * the page makes others. The request goes on when the person says that they keep them.
 */
import { replaceRecoveryCodes } from "../../../../administration/ways-in/second-factors.ts";
import type { Dependencies } from "../../../../dependencies.ts";
import { makeRecoveryCodes } from "../../../../people/sign-in/new-recovery-codes.ts";
import { countRequest } from "../../../../platform/http/source-limits.ts";
import type { By } from "../../../../platform/stores/audit/audit-events.ts";
import { type Asked, definePage, signedIn } from "../../page.ts";
import { formSubject, type Here, withoutEnrolment } from "./steps.ts";

export const enrolRecoveryCodes = definePage({
  name: "enrol-recovery-codes",
  isFor: signedIn,
  hasScript: true,
  formSubject,

  show: ({ pages, common }) => pages.enrolRecoveryCodes({ ...common, codes: undefined }),

  async act(asked, form, deps, call) {
    const { userId } = asked.session.signIn;
    // Only who set up the factor in the course of this request makes codes here.
    const isTheirs = asked.interaction.parked.progress.signedInUserId === userId;
    if (form.get("action") !== "make" || !isTheirs) return { kind: "continue", progress: withoutEnrolment(asked) };

    await countRequest(deps.limits.newSecrets, call.address);
    const person = { userId, browser: call.req.headers["user-agent"] ?? "" };
    const by = { actor: { kind: "person", userId }, at: deps.now(), ...call.from } as const;
    return { kind: "show", page: await newCodesPage(asked, { person, by }, deps), status: 200 };
  },
});

/** A page with a new set of recovery codes. The sets of before are void. */
export async function newCodesPage(
  { pages, common }: Pick<Here | Asked<unknown>, "pages" | "common">,
  { person, by }: { readonly person: { readonly userId: string; readonly browser: string }; readonly by: By },
  deps: Dependencies,
): Promise<string> {
  const { shown, hashes } = await makeRecoveryCodes(deps);
  await replaceRecoveryCodes(person, hashes, deps, by);
  const [claims, username = ""] = await Promise.all([
    deps.users.claims(person.userId),
    deps.users.usernameOf(person.userId),
  ]);
  const printed = { username, host: new URL(deps.issuer).host, at: by.at };
  return pages.enrolRecoveryCodes({ ...common, codes: shown, printed, zone: claims?.zoneinfo ?? undefined });
}
