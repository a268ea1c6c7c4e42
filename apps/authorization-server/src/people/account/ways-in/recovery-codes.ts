/** The recovery codes of a person: how many are left, and making a new set. */
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { defineAccountPage } from "../page.ts";
import { showNewCodes } from "./second-factors.ts";

const FEW = 3;

export const recoveryCodes = defineAccountPage({
  path: paths.accountRecoveryCodes,
  name: "recovery-codes",
  section: "security",
  level: "R2",
  async checks({ userId }, { users, secondFactors, now }) {
    const has = await users.factorsOf(userId);
    if (!has.includes("totp") && !has.includes("security-key")) return [];
    const { codesLeft } = await secondFactors.listOf(userId, now());
    return [{ name: "recovery-codes", isDone: codesLeft > FEW, count: codesLeft }];
  },

  async show({ pages, common, userId, by }, deps) {
    const { codesLeft } = await deps.secondFactors.listOf(userId, by.at);
    return pages.accountRecoveryCodes({ ...common, left: codesLeft, possible: await areOfUse(userId, deps) });
  },

  async act(asked, form, deps, call) {
    if (form.get("action") === "make") {
      return (await areOfUse(asked.userId, deps)) ? showNewCodes(asked, deps, call) : { kind: "missing" };
    }
    return { kind: "done", notice: "codes-saved" };
  },
});

/**
 * Whether the person has something that recovery codes stand in for. Otherwise a thief with only the password could
 * make codes, and reach `mfa` with them.
 */
export async function areOfUse(userId: string, { users }: Pick<Dependencies, "users">): Promise<boolean> {
  const has = await users.factorsOf(userId);
  return has.some((factor) => factor !== "password" && factor !== "recovery-code");
}
