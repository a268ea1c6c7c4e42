/** People as the administration API shows them. */
import { TYPED_CLAIMS, type TypedClaim } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import type { ListedPerson } from "../../../platform/stores/person/directory.ts";
import {
  findPersonRecord,
  type HeldTypedClaims,
  type PersonRecord,
  WAYS_TO_SIGN_IN,
} from "../../../platform/stores/person/person-record.ts";
import { notFound } from "../../api/problem.ts";
import { isId, time, written } from "../../api/shapes.ts";

export const status = z.enum(["enabled", "disabled"]);

export const listed = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  name: z.string().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  email: z.string().nullable(),
  email_verified: z.boolean(),
  status,
  created_at: time,
  last_sign_in_at: time.nullable(),
  signs_in_with: z
    .array(z.enum(WAYS_TO_SIGN_IN))
    .meta({ description: "with what the user can sign in; empty: nothing yet" }),
});

export const claims = z.strictObject(
  Object.fromEntries(TYPED_CLAIMS.map((claim) => [claim, z.string().nullable()])) as Record<
    TypedClaim,
    z.ZodNullable<z.ZodString>
  >,
);

export const person = listed.extend({
  claims,
  updated_at: time,
  deletion_due_at: time.nullable().meta({ description: "when the account is erased, if it waits for that" }),
  factors: z.strictObject({
    password: z.boolean(),
    passkeys: z.int(),
    authenticator_apps: z.int(),
    recovery_codes: z.int(),
  }),
});

export const listedOf = (found: ListedPerson | PersonRecord) => ({
  id: found.id,
  username: found.username,
  name: found.name,
  given_name: found.given_name,
  family_name: found.family_name,
  email: found.email,
  email_verified: found.emailVerifiedAt !== null,
  status: found.disabledAt === null ? ("enabled" as const) : ("disabled" as const),
  created_at: found.createdAt.toISOString(),
  last_sign_in_at: written(found.lastSignInAt),
  signs_in_with: [...found.signsInWith],
});

export const claimsIn = (held: HeldTypedClaims) =>
  Object.fromEntries(TYPED_CLAIMS.map((claim) => [claim, held[claim]])) as z.output<typeof claims>;

/** The answer about one person. Its version is that of the claims, which are what can be changed. */
export async function replyAbout(userId: string, { database }: Pick<Dependencies, "database">) {
  const found = await findPersonRecord(database, userId);
  if (found === undefined) throw notFound("user");
  const factors = {
    password: found.hasPassword,
    passkeys: found.passkeys,
    authenticator_apps: found.authenticatorApps,
    recovery_codes: found.recoveryCodes,
  };
  const body = {
    ...listedOf(found),
    claims: claimsIn(found),
    updated_at: found.updatedAt.toISOString(),
    deletion_due_at: written(found.deletionDueAt),
    factors,
  };
  return { body, version: body.claims };
}

/** The id in the path. Throws `not-found` for what cannot be one. */
export const idIn = ({ id }: Readonly<Record<string, string>>): string => {
  if (!isId(id)) throw notFound("user");
  return id;
};
