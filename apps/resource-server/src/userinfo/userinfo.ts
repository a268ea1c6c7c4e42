/** UserInfo endpoint: OIDC Core §5.3. */
import { metadataUrl, type PresentedToken } from "@countersign/guard/parts";
import {
  assertSignIn,
  grantedScopes,
  invalidAccessToken,
  narrowGranted,
  readParameters,
  refuseRepeated,
  userinfoClaims,
} from "@countersign/rules";

import { type Call, type Handler, readFormBody } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { NO_STORE } from "../errors.ts";
import { challenges, takePresentedToken } from "../token/bearer.ts";
import { certificateThumbprint } from "../token/sender.ts";
import type { Presented } from "./userinfo-response.ts";

/** Enough for a token and a little more. */
const LONGEST_BODY_BYTES = 16_384;

export function userinfo(deps: Dependencies): Handler {
  const { verify, assertSender, store, fetchResponse, resource, demanded, now } = deps;
  const about = { metadata: metadataUrl(resource) };
  return async (call) => {
    // RFC 6750 §3.1: no parameter may be repeated, not even once in the query and once in the body.
    const { query, form, all } = call.query === "" && call.req.method === "GET" ? NONE : await parametersOf(call);
    refuseRepeated(all);

    // RFC 6750 §2: one token, sent one way. §3.1: without a token, the answer contains only the scheme.
    const authorization = call.valuesOf("authorization");
    const presented = takePresentedToken({ authorization, query, form });
    if (presented === undefined) return call.send("", { ...NO_STORE, "www-authenticate": challenges(about) }, 401);

    // RFC 9068 §4: is it a token of our issuer, for us, in its time?
    const claims = await verify(presented.token);

    // RFC 9449 §7.1, RFC 8705 §3: does the sender that it is bound to present it?
    await assertSender(call, presented, claims.cnf);

    // Is its authorization still valid? This is checked every time: a revoked grant is refused at once.
    const row = await store.find(claims.authorization_id);
    if (row === undefined) throw invalidAccessToken("no live authorization");
    const requested = all.get("scope");
    const granted = narrowGranted(grantedScopes(claims, row, resource), requested);

    // RFC 9470 §3: did the person sign in as this deployment demands?
    if (demanded !== undefined) assertSignIn(claims, demanded, now());

    // OIDC Core §5.3.2: a client that registered for a JWT gets only a JWT. Claims are made for some others.
    if (row.wants_jwt || row.is_mapped) {
      const mediaType = row.wants_jwt ? "application/jwt" : "application/json";
      const response = await fetchResponse(presentedBy(call, presented, deps), { scope: requested, mediaType });
      return call.send(response, { ...NO_STORE, "content-type": mediaType });
    }

    // OIDC Core §5.3.2 and §5.4: the claims of the scopes, and no others.
    call.json(userinfoClaims(row, granted), NO_STORE);
  };
}

/** What the authorization server needs to check the token and its sender again. */
const presentedBy = (call: Call, { token, scheme }: PresentedToken, deps: Dependencies): Presented => ({
  token,
  method: call.req.method ?? "",
  proof: scheme === "DPoP" ? [call.req.headers.dpop].flat()[0] : undefined,
  certificate: certificateThumbprint(call, deps.certificateOf),
  listener: deps.certificateOf && "mtls",
});

const none = readParameters([]);
const NONE = { query: none, form: none, all: none };

async function parametersOf(call: Call) {
  const [inQuery, inForm] = [new URLSearchParams(call.query), await formPairs(call)];
  return {
    query: readParameters(inQuery),
    form: readParameters(inForm),
    all: readParameters([...inQuery, ...inForm]),
  };
}

/** RFC 6750 §2.2: a body is read only on POST, and only as a form. */
async function formPairs({ req }: Call): Promise<URLSearchParams> {
  return new URLSearchParams(req.method === "POST" ? await readFormBody(req, LONGEST_BODY_BYTES) : "");
}
