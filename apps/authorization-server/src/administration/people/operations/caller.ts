/** What a caller learns about itself. */
import { z } from "zod";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { clientIn } from "../../clients/operations/client-shapes.ts";

const readCaller = defineOperation({
  id: "readCaller",
  method: "GET",
  path: "/caller",
  summary: "Who calls, and what they may do: of a user, what their roles allow",
  scope: "any",
  forOrganizationAdmins: true,
  answer: z.strictObject({
    kind: z.enum(["person", "program"]),
    id: z.string().meta({ description: "the user's id, or the client's" }),
    name: z.string().meta({ description: "how pages call the user or the client" }),
    scopes: z.array(z.enum(ADMIN_SCOPES)),
    organization: z.uuid().nullable().meta({ description: "the one organization that they administer" }),
    time_zone: z.string().nullable().meta({ description: "of a user: the claim zoneinfo, such as Europe/Berlin" }),
  }),
  async handle({ caller: { actor, scopes, organizationId: organization = null } }, deps) {
    const allowed = ADMIN_SCOPES.filter((scope) => scopes.includes(scope));
    if (actor.kind === "client") {
      const { name } = await clientIn({ id: actor.clientId }, deps);
      const program = { kind: "program" as const, id: actor.clientId, name };
      return { body: { ...program, scopes: allowed, organization, time_zone: null } };
    }
    if (actor.kind === "operator") throw notFound("caller");
    const person = await findPersonRecord(deps.database, actor.userId);
    if (person === undefined) throw notFound("user");
    const name = person.name ?? person.username;
    const known = { kind: "person" as const, id: actor.userId, name };
    return { body: { ...known, scopes: allowed, organization, time_zone: person.zoneinfo } };
  },
});

export const callerOperations: readonly Operation[] = [readCaller];
