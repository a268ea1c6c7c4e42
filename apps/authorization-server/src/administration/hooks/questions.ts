/** The questions that hooks get, by kind: their members, and an example that names no user. */
import { z } from "zod";
import type { HookKind } from "../../platform/stores/hooks/hooks.ts";

const text = z.string().max(2000);
const texts = z.array(text).max(50);
const place = { address: text, user_agent: text.nullable() };

/** The members of the data of a question. */
export const QUESTIONS = {
  claims: z.strictObject({
    ...{ client_id: text, user_id: text, scopes: texts, claims: z.record(z.string(), z.unknown()) },
  }),
  "sign-up": z.strictObject({
    ...{ email: text, step: z.enum(["address", "account"]), client_id: text.nullable(), provider: text.nullable() },
    ...place,
  }),
  "sign-in": z.strictObject({
    ...{ user_id: text, client_id: text.nullable(), acr: text, amr: texts, is_new: z.boolean() },
    ...place,
  }),
} as const satisfies Record<HookKind, z.ZodObject>;

type Examples = { readonly [Kind in HookKind]: z.output<(typeof QUESTIONS)[Kind]> };

const NOBODY = "00000000-0000-0000-0000-000000000000";
const EMAIL = "ada@example.com";
/** RFC 5737 §3: an address for documents. */
const FROM = { address: "203.0.113.7", user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0" };

const EXAMPLES: Examples = {
  claims: {
    ...{ client_id: "my-app", user_id: NOBODY, scopes: ["openid", "profile", "email"] },
    claims: { name: "Ada Example", email: EMAIL, email_verified: true },
  },
  "sign-up": { email: EMAIL, step: "address", client_id: null, provider: null, ...FROM },
  "sign-in": {
    ...{ user_id: NOBODY, client_id: null, acr: "urn:countersign:acr:pwd", amr: ["pwd"], is_new: false },
    ...FROM,
  },
};

/** The example of this kind. That of a claims hook has a client and a scope of the hook. */
export function exampleFor({
  kind,
  clients,
  scopes,
}: {
  readonly kind: HookKind;
  readonly clients: readonly string[];
  readonly scopes: readonly string[];
}): Examples[HookKind] {
  if (kind !== "claims") return EXAMPLES[kind];
  const { claims: example } = EXAMPLES;
  const [client = example.client_id] = clients;
  return { ...example, client_id: client, scopes: [...new Set([...example.scopes, ...scopes.slice(0, 1)])] };
}
