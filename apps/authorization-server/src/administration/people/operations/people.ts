/** Operations on people. */
import { namesOf, readTypedClaims, userClaims, username } from "@countersign/rules";
import { z } from "zod";
import type { Locked } from "../../../platform/stores/locked.ts";
import { countPeople, pageOfPeople } from "../../../platform/stores/person/directory.ts";
import { LISTED_FACTORS } from "../../../platform/stores/person/people-orders.ts";
import { searchFor } from "../../../platform/stores/person/people-search.ts";
import type { HeldTypedClaims } from "../../../platform/stores/person/person-record.ts";
import { assertMatch } from "../../api/etag.ts";
import { listQuery, pageOf, total, totalIn, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { Problem, wrong } from "../../api/problem.ts";
import { assertMayActUpon } from "../../api/rank.ts";
import { dateOf, ids, time } from "../../api/shapes.ts";
import { addPerson } from "../people.ts";
import { changeProfile } from "../profiles.ts";
import { readPerson } from "./one-person.ts";
import { personAccessOperations } from "./person-access.ts";
import { claims, claimsIn, idIn, listed, listedOf, person, replyAbout, status } from "./person-shapes.ts";

const listPeople = defineOperation({
  id: "listPeople",
  method: "GET",
  path: "/people",
  summary: "The users who match; a page may have fewer than limit, and the last one has no next_cursor",
  scope: "people:read",
  isList: true,
  query: z.strictObject({
    q: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          "a part of a username, address, name, or given and family name in any case; the beginning of one of the " +
          "first three if it has fewer than 3 characters; or a whole ID, also that of the system from which a user " +
          "was imported, or of a directory (SCIM externalId)",
      }),
    status: status.optional(),
    created_after: time.optional(),
    role: z
      .uuid()
      .optional()
      .meta({ description: "the id of a role that users have by themselves or by a group; needs roles:read" }),
    factor: z.enum(LISTED_FACTORS).optional().meta({ description: "none: no passkey and no authenticator app" }),
    ids: ids.optional(),
    sort: z
      .enum(["username", "-created_at"])
      .optional()
      .meta({ description: "without it, by username; users of a role or factor by id" }),
    with_total: withTotal,
    ...listQuery,
  }),
  answer: pageOf(listed).extend({ total }),
  command: {
    line: "users list",
    leavesOut: ["ids", "with_total"],
    columns: ["username", "status", "created_at", "id"],
    empty: "No users yet.",
  },
  async handle({ query, place, caller }, { database }) {
    const { q, role, factor, sort, limit, created_after } = query;
    if (role !== undefined && !caller.scopes.includes("roles:read")) {
      throw new Problem("forbidden", "the filter by role needs roles:read");
    }
    const filter = {
      ...(await searchFor(database, q, caller.scopes.includes("organizations:read"))),
      ...{ status: query.status, roleId: role, factor, sort },
      ids: query.ids?.split(","),
      createdAfter: dateOf(created_after),
    };
    const { people, next } = await pageOfPeople(database, filter, { after: place, limit });
    const items = people.map(listedOf);
    if (query.with_total === undefined) return { body: { items }, next };
    return { body: { items, ...totalIn(await countPeople(database, filter)) }, next };
  },
});

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
    const problem = await deps.newPasswords.problem(
      body.password,
      namesOf({ ...body.claims, username: body.username }),
    );
    if (problem !== undefined) {
      throw wrong([{ pointer: "#/password", detail: `the password is not acceptable: ${problem}` }]);
    }
    const passwordHash = await deps.passwords.hash(body.password);
    const id = await addPerson(deps.database, { username: body.username, passwordHash, claims: body.claims }, by);
    if (id === undefined) throw new Problem("conflict", "the username, or the verified email address, is taken");
    return { ...(await replyAbout(id, deps)), location: `/people/${id}` };
  },
});

const changePerson = defineOperation({
  id: "changePerson",
  method: "PATCH",
  path: "/people/:id",
  summary: "Changes claims about a user; null removes one",
  scope: "people:write",
  needsMatch: true,
  body: z.strictObject({ claims: claims.partial() }),
  answer: person,
  async handle({ params, body, by, ifMatch, ...who }, deps) {
    const userId = idIn(params);
    await assertMayActUpon(userId, who, deps);
    const { claims: read, wrong: refused } = readTypedClaims(body.claims);
    if (refused.length > 0) {
      throw wrong(refused.map((claim) => ({ pointer: `#/claims/${claim}`, detail: "has a value that is not valid" })));
    }
    let isEnabled = false;
    const assertMeantFor = (held: Locked<HeldTypedClaims>) => {
      isEnabled = true;
      assertMatch(ifMatch, held, claimsIn);
    };
    await changeProfile(deps.database, { userId, claims: read, assertMeantFor }, by);
    const reply = await replyAbout(userId, deps);
    if (!isEnabled) throw new Problem("conflict", "the account is disabled");
    return reply;
  },
});

export const peopleOperations: readonly Operation[] = [
  listPeople,
  addOnePerson,
  readPerson,
  changePerson,
  ...personAccessOperations,
];
