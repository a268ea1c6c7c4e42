/** What a person sees who opens the issuer itself: what this is, and whether they are signed in. */
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { languagesOf } from "../http/languages.ts";
import { paths } from "../paths.ts";

export function homePage(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const agreed = { clientId: undefined, resource: deps.userinfoResource.identifier };
    const session = await deps.sessions.find(deps.cookies.session(req), agreed, deps.now());
    res.send(
      deps.views
        .in(languagesOf(req))
        .home({ person: session?.displayName, signOut: paths.endSession, metadata: paths.openidConfiguration }),
    );
  };
}
