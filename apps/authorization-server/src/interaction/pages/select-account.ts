/**
 * The page for `prompt=select_account` (OIDC Core §3.1.2.1): who is signed in goes on as they are, or as somebody else.
 */
import { definePage, signedIn, subjectOf } from "../page.ts";

export const selectAccount = definePage({
  name: "select-account",
  isFor: signedIn,
  // No page of another kind has this token.
  formSubject: (handle, session) => `select ${subjectOf(handle, session)}`,

  show: ({ pages, common, session }) => pages.selectAccount({ ...common, person: session.displayName }),

  // Nobody is signed out by the choice: the session ends when somebody else has signed in.
  async act({ interaction, session }, form) {
    const choice = form.get("action") === "continue" ? { selectedUserId: session.signIn.userId } : { another: true };
    return { kind: "continue", progress: { ...interaction.parked.progress, ...choice } };
  },
});
