/**
 * The page on which a person chooses another password before the request continues, because others know the one that
 * they have (NIST SP 800-63B-4 §3.1.1.2).
 */
import { changePassword as change } from "../../../administration/ways-in/passwords.ts";
import type { Dependencies } from "../../../dependencies.ts";
import type { NewPasswordModel } from "../../../people/views/models/password.ts";
import type { Session } from "../../../platform/stores/session/session-row.ts";
import { type Asked, definePage, type Outcome, signedIn, subjectOf } from "../page.ts";

export const changePassword = definePage({
  name: "change-password",
  hasScript: true,
  isFor: signedIn,
  formSubject: (handle, session) => `change-password ${subjectOf(handle, session)}`,

  show: (asked, deps) => page(asked, deps),

  async act(asked, form, deps, call) {
    if (form.get("action") === "cancel") return { kind: "refuse" };

    const { session, common, pages } = asked;
    const { userId } = session.signIn;
    const person = await deps.users.findForPassword(userId);
    if (person === undefined) return { kind: "continue" };

    const password = form.get("new-password") ?? "";
    const problem = await deps.newPasswords.problem(password, [...person.names, common.party.name]);
    if (problem !== undefined) return again(asked, problem, deps);
    if (await deps.passwords.verify(person.passwordHash ?? undefined, password)) return again(asked, "unchanged", deps);

    const changed = {
      userId,
      currentHash: person.passwordHash,
      passwordHash: await deps.passwords.hash(password),
      sessionId: session.id,
      keepOthers: false,
      language: pages.range,
      browser: call.req.headers["user-agent"] ?? "",
    };
    const by = { actor: { kind: "person", userId }, at: deps.now(), ...call.from } as const;
    const secret = await change(deps, changed, by);
    if (secret !== undefined) deps.cookies.setSession(call.res, secret);
    return { kind: "continue" };
  },
});

type Used = Pick<Dependencies, "users" | "newPasswords">;

async function page(
  { pages, common, session }: Asked<Session>,
  { users, newPasswords }: Used,
  problem?: NewPasswordModel["problem"],
): Promise<string> {
  const person = await users.findForPassword(session.signIn.userId);
  return pages.changePassword({
    ...common,
    username: person?.username ?? "",
    shortest: newPasswords.shortest,
    problem,
  });
}

const again = async (asked: Asked<Session>, problem: NewPasswordModel["problem"], deps: Used): Promise<Outcome> => ({
  kind: "show",
  page: await page(asked, deps, problem),
  status: 422,
});
