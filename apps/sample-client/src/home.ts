/** GET /: what will happen, or what just happened. */
import type { RequestHandler } from "express";
import { idTokenRows, userinfoRows } from "./claim-rows.ts";
import type { Dependencies } from "./dependencies.ts";
import { scopeMeaning } from "./meanings.ts";

export function home({ config, sessions, views }: Pick<Dependencies, "config" | "sessions" | "views">): RequestHandler {
  return (req, res) => {
    const session = sessions.read(req);
    const providerHost = new URL(config.issuer).host;
    const asked = config.scope.split(" ").map((name) => ({ name, meaning: scopeMeaning(name) }));

    if (session === undefined) {
      res.send(views.signedOutHome({ providerHost, asked, isPublic: config.clientSecret === undefined }));
      return;
    }

    const { account, claims, userinfo, header, scopes, steps } = session;
    res.send(
      views.signedInHome({
        name: displayName(userinfo) ?? "someone without a name",
        account,
        header: JSON.stringify(header, null, 2),
        idToken: idTokenRows(claims),
        userinfo: userinfo === undefined ? undefined : userinfoRows(userinfo),
        scopes: asked.map((scope) => ({ ...scope, granted: scopes.includes(scope.name) })),
        steps,
      }),
    );
  };
}

/** A name to greet with; nothing is decided by it. */
function displayName(userinfo: { name?: unknown; preferred_username?: unknown } | undefined): string | undefined {
  return [userinfo?.name, userinfo?.preferred_username].find(
    (name): name is string => typeof name === "string" && name !== "",
  );
}
