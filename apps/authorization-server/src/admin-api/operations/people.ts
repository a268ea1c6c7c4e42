/** Operations on people. */
import { namesOf, readTypedClaims, TYPED_CLAIMS, type TypedClaim, userClaims, username } from "@countersign/rules";
import { z } from "zod";
import { eraseSoon } from "../../administration/deletion.ts";
import { addPerson, disablePerson, enablePerson } from "../../administration/people.ts";
import { changeProfile } from "../../administration/profiles.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type ListedPerson, pageOfPeople } from "../../stores/person/directory.ts";
import { findPersonRecord, type HeldTypedClaims, type PersonRecord } from "../../stores/person/person-record.ts";
import { assertMatch } from "../etag.ts";
import { cut, listQuery, pageOf } from "../list.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { notFound, Problem } from "../problem.ts";
import { isId, time, written } from "../shapes.ts";

const status = z.enum(["enabled", "disabled"]);

const listed = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  email_verified: z.boolean(),
  status,
  created_at: time,
  last_sign_in_at: time.nullable(),
});

const claims = z.strictObject(
  Object.fromEntries(TYPED_CLAIMS.map((claim) => [claim, z.string().nullable()])) as Record<
    TypedClaim,
    z.ZodNullable<z.ZodString>
  >,
);

const person = listed.extend({
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

const isListed = (found: ListedPerson | PersonRecord) => ({
  id: found.id,
  username: found.username,
  name: found.name,
  email: found.email,
  email_verified: found.emailVerifiedAt !== null,
  status: found.disabledAt === null ? ("enabled" as const) : ("disabled" as const),
  created_at: found.createdAt.toISOString(),
  last_sign_in_at: written(found.lastSignInAt),
});

const claimsIn = (held: HeldTypedClaims) =>
  Object.fromEntries(TYPED_CLAIMS.map((claim) => [claim, held[claim]])) as z.output<typeof claims>;

/** The answer about one person. Its version is that of the claims, which are what can be changed. */
async function replyAbout(userId: string, { database }: Pick<Dependencies, "database">) {
  const found = await findPersonRecord(database, userId);
  if (found === undefined) throw notFound("person");
  const factors = {
    password: found.hasPassword,
    passkeys: found.passkeys,
    authenticator_apps: found.authenticatorApps,
    recovery_codes: found.recoveryCodes,
  };
  const body = {
    ...isListed(found),
    claims: claimsIn(found),
    updated_at: found.updatedAt.toISOString(),
    deletion_due_at: written(found.deletionDueAt),
    factors,
  };
  return { body, version: body.claims };
}

/** The id in the path. Throws `not-found` for what cannot be one. */
const idIn = ({ id }: Readonly<Record<string, string>>): string => {
  if (!isId(id)) throw notFound("person");
  return id;
};

const listPeople = defineOperation({
  id: "listPeople",
  method: "GET",
  path: "/people",
  summary: "The people, by username, or those whose username, e-mail address or name begins with a text",
  scope: "people:read",
  isList: true,
  query: z.strictObject({
    q: z.string().min(1).max(200).optional().meta({ description: "the beginning of a username, address or name" }),
    status: status.optional(),
    sort: z.enum(["username", "-created_at"]).default("username"),
    created_after: time.optional().meta({ description: "only with sort=-created_at" }),
    ...listQuery,
  }),
  status: 200,
  answer: pageOf(listed),
  async handle({ query, place }, { database }) {
    const { q, sort, limit, created_after } = query;
    const newestFirst = sort === "-created_at";
    if (created_after !== undefined && !newestFirst) throw onlyNewestFirst("created_after");
    if (q !== undefined && newestFirst) throw onlyByUsername("q");

    const filter = {
      prefix: q,
      status: query.status,
      newestFirst,
      createdAfter: created_after === undefined ? undefined : new Date(created_after),
    };
    const found = await pageOfPeople(database, filter, { after: place, most: limit + 1 });
    const { items, last } = cut(found, limit);
    return { body: { items: items.map(isListed) }, next: last?.place };
  },
});

const onlyNewestFirst = (name: string) => notTogether(name, "needs sort=-created_at");
const onlyByUsername = (name: string) => notTogether(name, "needs sort=username");
const notTogether = (name: string, detail: string) =>
  new Problem("invalid-request", undefined, { errors: [{ pointer: `#/query/${name}`, detail }] });

const addOnePerson = defineOperation({
  id: "addPerson",
  method: "POST",
  path: "/people",
  summary: "Creates an account with a password",
  scope: "people:write",
  body: z.strictObject({
    username,
    password: z.string().max(1024),
    claims: userClaims.omit({ picture: true }).default({}),
  }),
  status: 201,
  answer: person,
  async handle({ body, by }, deps) {
    const problem = await deps.newPasswords.problem(body.password, namesOf({ ...body.claims, username: body.username }));
    if (problem !== undefined) {
      const errors = [{ pointer: "#/password", detail: `the password is not acceptable: ${problem}` }];
      throw new Problem("invalid-request", undefined, { errors });
    }
    const passwordHash = await deps.passwords.hash(body.password);
    const id = await addPerson(deps.database, { username: body.username, passwordHash, claims: body.claims }, by);
    if (id === undefined) throw new Problem("conflict", "the username, or the verified e-mail address, is taken");
    return { ...(await replyAbout(id, deps)), location: `/people/${id}` };
  },
});

const readPerson = defineOperation({
  id: "readPerson",
  method: "GET",
  path: "/people/:id",
  summary: "One person",
  scope: "people:read",
  status: 200,
  answer: person,
  handle: ({ params }, deps) => replyAbout(idIn(params), deps),
});

const changePerson = defineOperation({
  id: "changePerson",
  method: "PATCH",
  path: "/people/:id",
  summary: "Changes claims about a person; null removes one",
  scope: "people:write",
  needsMatch: true,
  body: z.strictObject({ claims: claims.partial() }),
  status: 200,
  answer: person,
  async handle({ params, body, by, ifMatch }, deps) {
    const userId = idIn(params);
    const { claims: read, wrong } = readTypedClaims(body.claims);
    if (wrong.length > 0) {
      const errors = wrong.map((claim) => ({ pointer: `#/claims/${claim}`, detail: "has a value that is not valid" }));
      throw new Problem("invalid-request", undefined, { errors });
    }
    const before = await findPersonRecord(deps.database, userId);
    if (before === undefined) throw notFound("person");
    if (before.disabledAt !== null) throw new Problem("conflict", "the account is disabled");

    const assertMeantFor = (held: HeldTypedClaims) => assertMatch(ifMatch, claimsIn(held));
    await changeProfile(deps.database, { userId, claims: read, assertMeantFor }, by);
    return replyAbout(userId, deps);
  },
});

const disable = defineOperation({
  id: "disablePerson",
  method: "POST",
  path: "/people/:id/disable",
  summary: "Disables an account, ends its sessions and revokes what was issued in its name",
  scope: "people:write",
  status: 200,
  answer: person,
  async handle({ params, by }, deps) {
    await disablePerson(deps.database, idIn(params), by);
    return replyAbout(idIn(params), deps);
  },
});

const enable = defineOperation({
  id: "enablePerson",
  method: "POST",
  path: "/people/:id/enable",
  summary: "Enables a disabled account, and cancels its deletion",
  scope: "people:write",
  status: 200,
  answer: person,
  async handle({ params, by }, deps) {
    await enablePerson(deps.database, idIn(params), by);
    return replyAbout(idIn(params), deps);
  },
});

const deletePerson = defineOperation({
  id: "deletePerson",
  method: "DELETE",
  path: "/people/:id",
  summary: "Disables an account at once, and has it erased",
  scope: "people:write",
  isGrave: true,
  needsMatch: true,
  status: 204,
  async handle({ params, by, ifMatch }, deps) {
    const userId = idIn(params);
    assertMatch(ifMatch, (await replyAbout(userId, deps)).version);
    await eraseSoon(deps.database, userId, by);
    return { body: undefined };
  },
});

export const peopleOperations: readonly Operation[] = [
  listPeople,
  addOnePerson,
  readPerson,
  changePerson,
  disable,
  enable,
  deletePerson,
];
