/** UserInfo endpoint: OIDC Core §5.3. */
import {
  grantedScopes,
  invalidAccessToken,
  narrowGranted,
  readParameters,
  refuseRepeated,
  userinfoClaims,
} from "@countersign/rules";
import type { Request, RequestHandler } from "express";
import { challenge, takeBearerToken } from "./bearer.ts";
import type { Dependencies } from "./dependencies.ts";

export function userinfo({ verify, store, fetchResponse, resource }: Dependencies): RequestHandler {
  return async (req, res) => {
    // RFC 6750 §3.1: no parameter may come twice, be it once in the query and once in the body.
    const query = readParameters(queryPairs(req));
    const form = readParameters(formPairs(req));
    const all = readParameters([...queryPairs(req), ...formPairs(req)]);
    refuseRepeated(all);

    // RFC 6750 §2: one token, sent one way. §3.1: who sent none is told the scheme and nothing else.
    const authorization = req.headersDistinct.authorization ?? [];
    const token = takeBearerToken({ authorization, query, form });
    if (token === undefined) {
      res.status(401).set("WWW-Authenticate", challenge()).end();
      return;
    }

    // RFC 9068 §4: is it a token of our issuer, for us, in its time?
    const claims = await verify(token);

    // Does what it was issued for still stand? Asked every time: a revoked grant is refused at once.
    const row = await store.find(claims.authorization_id);
    if (row === undefined) throw invalidAccessToken("no live authorization");
    const requested = all.get("scope");
    const granted = narrowGranted(grantedScopes(claims, row, resource), requested);

    // OIDC Core §5.3.2: a client that registered so gets a JWT, and nothing else ever.
    if (row.wants_jwt) {
      const response = await fetchResponse(token, requested);
      res.set("Content-Type", "application/jwt").end(response);
      return;
    }

    // OIDC Core §5.3.2 and §5.4: the claims of the scopes, and no others.
    res.json(userinfoClaims(row, granted));
  };
}

function queryPairs(req: Request): URLSearchParams {
  const start = req.url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : req.url.slice(start + 1));
}

/** RFC 6750 §2.2: a body counts on POST, and only as a form. No other body has been parsed. */
function formPairs(req: Request): URLSearchParams {
  return new URLSearchParams(typeof req.body === "string" ? req.body : "");
}
