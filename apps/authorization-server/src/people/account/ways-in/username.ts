/** The username of a person. The subject (`sub`) does not depend on it. */
import { readChosenUsername } from "@countersign/rules";
import { changeUsername } from "../../../administration/people/usernames.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { countRequest } from "../../../platform/http/source-limits.ts";
import type { UsernameProblem } from "../../views/models/account.ts";
import { type Asked, defineAccountPage } from "../page.ts";
import { signalsOf } from "./passkey-signals.ts";

export const username = defineAccountPage({
  path: paths.accountUsername,
  name: "username",
  section: "security",
  level: "R2",

  show: (asked, deps) => page(asked, deps),

  async act(asked, form, deps, call) {
    await countRequest(deps.limits.accountChanges, call.address);
    const typed = form.get("username") ?? "";
    const chosen = readChosenUsername(typed.trim(), deps.usernameCharacters);
    const browser = call.req.headers["user-agent"] ?? "";
    const result =
      chosen === undefined
        ? "malformed"
        : await changeUsername(deps, { userId: asked.userId, username: chosen, browser }, asked.by);
    if (result === "changed") return { kind: "done", notice: "username_changed" };
    return { kind: "show", page: await page(asked, deps, { typed, problem: result }), status: 422 };
  },
});

async function page(
  { pages, common, userId }: Asked,
  deps: Dependencies,
  again?: { readonly typed: string; readonly problem: UsernameProblem },
): Promise<string> {
  const username = (await deps.users.usernameOf(userId)) ?? "";
  return pages.accountUsername({
    ...common,
    username,
    typed: again?.typed ?? "",
    problem: again?.problem,
    signals: await signalsOf(userId, deps),
  });
}
