/** Where browsers come to sign out, by path. */
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import { endSession, endSessionPost } from "./end-session.ts";
import { providerSignedOut } from "./provider-signed-out.ts";

/** @param caller of pages that are not part of an authorization request */
export const logoutPages = <C>(deps: Dependencies, caller: C) => ({
  // GET may sign out.
  [paths.endSession]: { caller, changing: true, methods: { GET: endSession(deps), POST: endSessionPost(deps) } },
  // The address that people type. Without an ID token, the page there asks first.
  [paths.signOut]: {
    caller,
    methods: { GET: (call: Call) => call.redirect(pathBelow(deps.issuer, paths.endSession)) },
  },
  [paths.federationSignedOut]: { caller, methods: { GET: providerSignedOut(deps) } },
});
