/** The operation that begins a trial of the sign-in of a client. */
import { after, codeChallengeOf, newSecret, randomText } from "@countersign/rules";
import { z } from "zod";
import { pathBelow, paths } from "../../../paths.ts";
import { defineOperation } from "../../api/operation.ts";
import { Problem } from "../../api/problem.ts";
import { time } from "../../api/shapes.ts";
import { recordSignInTrial } from "../sign-in-trials.ts";
import { clientIn } from "./client-shapes.ts";

/** For how long a browser can begin with it: as long as a person reads what the request says. */
const TTL_SECONDS = 600;
const LONGEST = 2000;

/** Printable ASCII, as parameters of requests are (RFC 6749, appendix A). */
const text = z
  .string()
  .min(1)
  .max(LONGEST)
  .regex(/^[ -~]*$/);

export const trySignIn = defineOperation({
  id: "tryClientSignIn",
  method: "POST",
  path: "/clients/:id/try-sign-in",
  summary:
    "Begins a sign-in as a client begins it, whose answer the user sees, and no client: no code and no token exists",
  scope: "clients:write",
  body: z.strictObject({
    redirect_uri: text.optional().meta({ description: "the one that the client sends; its first one without it" }),
    scope: text.optional().meta({ description: "openid without it" }),
    prompt: z.enum(["none", "login", "consent", "select_account"]).optional(),
  }),
  answer: z.strictObject({
    parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    request_url: z.string().meta({ description: "the request as the client sends it" }),
    trial_url: z.string().meta({ description: "where a browser begins with the trial, once" }),
    expires_at: time,
  }),
  async handle({ params, body, by }, deps) {
    const found = await clientIn(params, deps);
    const redirectUri = body.redirect_uri ?? found.redirectUris[0];
    if (!found.grantTypes.includes("authorization_code") || redirectUri === undefined)
      throw new Problem("conflict", "no user signs in to this client: it has no authorization_code or redirect URI");
    const scope = body.scope ?? "openid";
    const parameters: readonly (readonly [string, string])[] = [
      ["response_type", "code"],
      ["client_id", found.id],
      ["redirect_uri", redirectUri],
      ["scope", scope],
      ["state", randomText(12)],
      ["nonce", randomText(12)],
      ["code_challenge", codeChallengeOf(newSecret()) ?? ""],
      ["code_challenge_method", "S256"],
      ...(body.prompt === undefined ? [] : [["prompt", body.prompt] as const]),
    ];
    await recordSignInTrial(deps.database, { clientId: found.id, redirectUri, scope }, by);
    const requestUri = await deps.parkedRequests.push(parameters, "trial", [], TTL_SECONDS);
    const { origin } = new URL(deps.issuer);
    const at = (path: string, query: Readonly<Record<string, string>>) =>
      `${origin}${pathBelow(deps.issuer, path)}?${new URLSearchParams(query)}`;
    return {
      body: {
        parameters: parameters.map(([name, value]) => ({ name, value })),
        request_url: at(paths.authorization, Object.fromEntries(parameters)),
        trial_url: at(paths.trySignIn, { request_uri: requestUri }),
        expires_at: after(by.at, TTL_SECONDS).toISOString(),
      },
    };
  },
});
