import { ACCESS_TOKEN_ALGS } from "@countersign/jwt";
import { foldResource, isPersonScope, parseScope } from "@countersign/rules";
import { type Command, Option } from "commander";
import { z } from "zod";

const scopeList = z
  .string()
  .max(2000)
  .transform((text, context) => {
    try {
      return parseScope(text);
    } catch (err) {
      context.addIssue({ code: "custom", message: (err as Error).message });
      return z.NEVER;
    }
  });

// Requests are compared with the identifier in this form, but for a slash at the end of a host.
const isFolded = (identifier: string) => {
  const folded = foldResource(identifier);
  return folded === identifier || `${folded}/` === identifier;
};

/** The input of `resources add` and `resources change`. */
export const resourceShape = z.object({
  // RFC 8707 §2: an absolute URI without a fragment.
  identifier: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .regex(/^[^#]*$/, "must not have a fragment")
    .refine(isFolded, "must have its scheme and host in lower case, and no user"),
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, "has characters that cannot be seen"),
  scopes: scopeList.refine(
    (scopes) => !scopes.some(isPersonScope),
    "must not be those of OpenID Connect: /userinfo has them",
  ),
  roleScopes: z
    .literal("")
    .transform((): readonly string[] => [])
    .or(scopeList)
    .optional(),
  accessTokenSigningAlg: z.enum(ACCESS_TOKEN_ALGS),
  accessTokenTtlSeconds: z.coerce.number().int().min(60).max(3600),
  listed: z.boolean(),
  dpopBoundAccessTokensRequired: z.boolean(),
});

/** Adds the options that both commands have. */
export const withSettings = (command: Command, defaults: { readonly alg?: string; readonly ttl?: string }): Command =>
  command
    .addOption(
      new Option("--access-token-signing-alg <alg>", "what its access tokens are signed with")
        .choices(ACCESS_TOKEN_ALGS)
        .default(defaults.alg),
    )
    .option("--access-token-ttl <seconds>", "the lifetime of its access tokens, 60 to 3600", defaults.ttl)
    .option("--role-scope <scopes>", 'those of its scopes that a person gets only by a role; "" for none')
    .option("--listed", "list it as one of protected_resources in the metadata of this server")
    .option("--dpop-bound-access-tokens-required", "issue only access tokens for it that a DPoP proof binds to a key");
