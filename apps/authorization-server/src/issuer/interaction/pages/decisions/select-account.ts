/**
 * The page for `prompt=select_account` (OIDC Core §3.1.2.1): the person continues with the current session or signs in
 * as someone else.
 */
import { definePage, signedIn, subjectOf } from "../../page.ts";

export const selectAccount = definePage({
  name: "select-account",
  isFor: signedIn,
  // This form token is not valid on any other page.
  formSubject: (handle, session) => `select ${subjectOf(handle, session)}`,

  show: ({ pages, common, session }) => pages.selectAccount({ ...common, person: session.displayName }),

  // The choice ends no session. The session ends when another person has signed in.
  async act({ interaction, session }, form) {
    const choice = form.get("action") === "continue" ? { selectedUserId: session.signIn.userId } : { another: true };
    return { kind: "continue", progress: { ...interaction.parked.progress, ...choice } };
  },
});
