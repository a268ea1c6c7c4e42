/**
 * Whom the assertion of a trusted issuer stands for: RFC 7523 §3.1. For a program with an identity of its platform,
 * rules on claims name the client. Pure, and linear in the claims that the rules name.
 */
import { z } from "zod";

/** Claims that every assertion has, or that say nothing of the program. */
const OF_EVERY_ASSERTION = ["iss", "aud", "exp", "iat", "nbf", "jti"];
const MOST_CLAIMS = 10;
const MOST_SCOPES = 50;
const MOST_WORKLOADS = 100;
const abort = true;

/**
 * The name of a claim. With a slash at its front it is a JSON Pointer (RFC 6901) to a claim inside of others, such as
 * `/kubernetes.io/namespace`.
 */
const claimName = z
  .string()
  .min(1, { abort })
  .max(200, { abort })
  .refine((name) => !OF_EVERY_ASSERTION.includes(name), "says nothing of the program: every assertion has it");

/** What the claim must be. A star at the end stands for any end, and only after a separator: `refs/heads/*`. */
const claimValue = z
  .string()
  .min(1, { abort })
  .max(500, { abort })
  .regex(/^(?:[^*]*|[^*]*[:/]\*)$/, "may have one star, at its end and after a slash or colon");

const scopeToken = z
  .string()
  .max(200, { abort })
  .regex(/^[!#-[\]-~]+$/, "must be a scope");

/** The scopes that may be given. */
export const givenScopes = z.array(scopeToken).min(1, { abort }).max(MOST_SCOPES, { abort });

/** Programs, and the client that they act as. */
export const workloadRules = z
  .array(
    z.strictObject({
      client: z.string().min(1).max(2000),
      claims: z
        .record(claimName, claimValue)
        .refine((claims) => Object.keys(claims).length > 0, "must name a claim")
        .refine((claims) => Object.keys(claims).length <= MOST_CLAIMS, `must name at most ${MOST_CLAIMS} claims`),
      scopes: givenScopes.optional(),
    }),
  )
  .max(MOST_WORKLOADS, { abort });

export type WorkloadRule = Readonly<z.output<typeof workloadRules>[number]>;

type Claims = Readonly<Record<string, unknown>>;

/**
 * The first rule whose claims the assertion all has.
 *
 * @param clientId of a client that authenticated: only rules of this one count then
 */
export const workloadOf = (
  rules: readonly WorkloadRule[],
  claims: Claims,
  clientId?: string,
): WorkloadRule | undefined =>
  rules.find((rule) => (clientId === undefined || rule.client === clientId) && fits(rule, claims));

const fits = ({ claims: asked }: WorkloadRule, claims: Claims) =>
  Object.entries(asked).every(([name, value]) => isOf(value, claimIn(claims, name)));

/** Only texts are compared: of other values, two may look the same. */
const isOf = (pattern: string, value: unknown): boolean =>
  typeof value === "string" && (pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern);

function claimIn(claims: Claims, name: string): unknown {
  const path = name.startsWith("/") ? name.slice(1).split("/").map(unescaped) : [name];
  return path.reduce<unknown>((value, member) => memberOf(value, member), claims);
}

/** RFC 6901 §4. */
const unescaped = (member: string) => member.replaceAll("~1", "/").replaceAll("~0", "~");

const memberOf = (value: unknown, member: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, member) ? (value as Claims)[member] : undefined;
