/** Pages that need neither a session nor a request, by path. */
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { chooseLanguage } from "./language.ts";
import { signedOutPage } from "./signed-out.ts";

/** @param callers.browser of pages that a client may have opened: the choice of a language keeps their opener */
export const openPages = <C>(deps: Dependencies, { apart, browser }: { readonly apart: C; readonly browser: C }) => ({
  [paths.signedOut]: { caller: apart, methods: { GET: signedOutPage(deps) } },
  [paths.language]: { caller: browser, methods: { POST: chooseLanguage(deps) } },
});
