/** The settings of a resource server, as operators and administrators write them. */
import { ACCESS_TOKEN_ALGS, ACCESS_TOKEN_TYPS } from "@countersign/jwt";
import { decimalOf, displayName, foldResource, isPersonScope, parseScope, scopeTexts } from "@countersign/rules";
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

/** The input of `resources add` and `resources change`; lists of scopes are separated by spaces. */
export const resourceShape = z.object({
  // RFC 8707 §2: an absolute URI without a fragment.
  identifier: z
    .url({ protocol: /^https?$/ })
    .max(2000, { abort: true })
    .regex(/^[^#]*$/, "must not have a fragment")
    .refine(isFolded, "must have its scheme and host in lower case, and no user"),
  name: displayName,
  scopes: scopeList.refine(
    (scopes) => !scopes.some(isPersonScope),
    "must not be those of OpenID Connect: /userinfo has them",
  ),
  roleScopes: z
    .literal("")
    .transform((): readonly string[] => [])
    .or(scopeList)
    .optional(),
  scopeTexts: scopeTexts.optional(),
  accessTokenSigningAlg: z.enum(ACCESS_TOKEN_ALGS),
  accessTokenTtlSeconds: z.union([z.int(), z.string().transform(decimalOf)]).pipe(z.int().min(60).max(3600)),
  accessTokenTyp: z.enum(ACCESS_TOKEN_TYPS),
  listed: z.boolean(),
  dpopBoundAccessTokensRequired: z.boolean(),
});
