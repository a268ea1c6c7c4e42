/**
 * Signed and encrypted UserInfo responses: OIDC Core §5.3.2. Only the resource server may call this endpoint. It sends
 * the token that it received and gets the finished response. It can request no more than the token allows, and it
 * cannot sign anything (architecture §5).
 */
import type { IncomingMessage } from "node:http";
import { isInvalidJwt, verifyAccessToken, verifyDpopProof } from "@countersign/jwt";
import {
  assertSameSender,
  bearerCredentials,
  grantedScopes,
  invalidAccessToken,
  invalidRequest,
  isSecret,
  NO_SENDER,
  narrowGranted,
  refuseRepeated,
  type Sender,
  takeParameters,
  userinfoClaims,
} from "@countersign/rules";
import type { Handler } from "@countersign/service";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { formOf } from "../../../platform/http/parameters.ts";
import { hasMadeClaims } from "../../tokens/mapping/made-claims.ts";

const presented = z.object({
  token: z.string(),
  scope: z.string().optional(),
  // The DPoP proof that came with the token, and the method of that request.
  proof: z.string().optional(),
  method: z.string().optional(),
  // The thumbprint of the certificate of the connection, and which listener it came to.
  certificate: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  listener: z.literal("mtls").optional(),
});

const NO_STORE = { "cache-control": "no-store" };

type Answering = Pick<
  Dependencies,
  | "issuer"
  | "keys"
  | "userinfo"
  | "userinfoEndpoint"
  | "mutualTls"
  | "userinfoResource"
  | "answerUserinfo"
  | "made"
  | "clients"
  | "now"
>;

/**
 * Whether a request is not a POST with the secret of the resource server. For such a request, and where no secret is
 * configured, the route does not exist: the response is that for any unknown path, before anything else is read.
 */
export function isNotResourceServer(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  { userinfoSecretHash }: Pick<Dependencies, "userinfoSecretHash">,
): boolean {
  const secret = bearerCredentials(headers.authorization);
  return (
    method !== "POST" ||
    secret === undefined ||
    userinfoSecretHash === undefined ||
    !isSecret(secret, userinfoSecretHash)
  );
}

export function userinfoResponse(deps: Answering): Handler {
  return async (call) => {
    const parameters = await formOf(call);
    refuseRepeated(parameters);
    const { token, scope, ...shown } = takeParameters(presented, parameters);

    // RFC 9068 §4 and RFC 7009 §2.1: all checks of the resource server are repeated here. Its result is not trusted.
    const claims = await verified(token, deps);
    assertSameSender(claims.cnf, await senderBy(shown, token, deps));
    const row = await deps.userinfo.find(claims.authorization_id);
    if (row === undefined) throw invalidAccessToken("no live authorization");
    const granted = narrowGranted(grantedScopes(claims, row, deps.userinfoResource.identifier), scope);

    const client = await deps.clients.find(claims.client_id);
    if (client === undefined) throw invalidAccessToken("no live client");
    const { sub, ...seen } = userinfoClaims(row, granted);
    const about = { authorizationId: claims.authorization_id, claims: seen, scopes: granted };
    const content = { ...(await deps.made(client, async () => about)), ...seen, sub };
    const answer = await deps.answerUserinfo(content, client, deps.now());
    if (answer !== undefined) return call.send(answer, { "content-type": "application/jwt", ...NO_STORE });

    // Claims are made here for clients that get plain JSON, too.
    if (!hasMadeClaims(client)) throw invalidRequest("the client is not registered for a JWT response");
    call.json(content, NO_STORE);
  };
}

/** The sender that presented the token to the resource server, which has used the proof up. */
async function senderBy(
  { proof, method = "", certificate, listener }: Omit<z.output<typeof presented>, "token" | "scope">,
  accessToken: string,
  { userinfoEndpoint, mutualTls, now }: Answering,
): Promise<Sender> {
  if (proof === undefined)
    return certificate === undefined ? NO_SENDER : { kind: "certificate", thumbprint: certificate };
  const url = (listener === "mtls" ? mutualTls?.userinfoEndpoint : undefined) ?? userinfoEndpoint;
  try {
    const { thumbprint } = await verifyDpopProof(proof, { method, url, accessToken, now: now() });
    return { kind: "key", thumbprint, ...(certificate !== undefined && { certificate }) };
  } catch (err) {
    if (isInvalidJwt(err)) throw invalidAccessToken(err.detail);
    throw err;
  }
}

async function verified(token: string, { keys, issuer, userinfoResource, now }: Answering) {
  const expected = { keys: keys.verificationKeys(), issuer, audience: userinfoResource.identifier, now: now() };
  try {
    return await verifyAccessToken(token, expected);
  } catch (err) {
    if (isInvalidJwt(err)) throw invalidAccessToken(err.detail);
    throw err;
  }
}
