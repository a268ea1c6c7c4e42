/** The page for terms that are new to a person. Who declines gets no answer for the client. */
import { shownTerms } from "../../../../platform/http/terms.ts";
import { definePage, signedIn, subjectOf } from "../../page.ts";

export const terms = definePage({
  name: "terms",
  isFor: signedIn,
  formSubject: (handle, session) => `terms ${subjectOf(handle, session)}`,

  async show({ pages, common, session }, deps) {
    const missing = await deps.terms.missing(session.signIn.userId, deps.now());
    return pages.terms({ ...common, documents: shownTerms(missing, pages.range) });
  },

  async act({ session, pages }, form, deps) {
    if (form.get("action") !== "accept") return { kind: "refuse" };
    // What the page showed is accepted. A document that is required since is asked for next.
    const acceptance = { documentIds: form.all("document").filter(isId), language: pages.range, at: deps.now() };
    await deps.terms.accept(session.signIn.userId, acceptance);
    return { kind: "continue" };
  },
});

const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text);
