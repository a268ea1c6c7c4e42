/** The recovery codes of a person: how many are left, and making a new set. */
import { paths } from "../paths.ts";
import { defineAccountPage } from "./page.ts";
import { showNewCodes } from "./second-factors.ts";

const FEW = 3;

export const recoveryCodes = defineAccountPage({
  path: paths.accountRecoveryCodes,
  name: "recovery-codes",
  level: "R2",
  async warnings(userId, { users, secondFactors, now }) {
    const has = await users.factorsOf(userId);
    if (!has.includes("totp") && !has.includes("security-key")) return [];
    const { codesLeft } = await secondFactors.listOf(userId, now());
    return codesLeft <= FEW ? ["few-recovery-codes"] : [];
  },

  async show({ pages, common, userId, by }, { secondFactors }) {
    const { codesLeft } = await secondFactors.listOf(userId, by.at);
    return pages.accountRecoveryCodes({ ...common, left: codesLeft });
  },

  async act(asked, form, deps, call) {
    if (form.get("action") === "make") return showNewCodes(asked, deps, call);
    return { kind: "done", notice: "codes-saved" };
  },
});
