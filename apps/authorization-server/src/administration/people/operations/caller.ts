/** What a caller learns about itself. */
import { z } from "zod";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { ADMIN_SCOPES, type AdminScope, STANDING_ROLES } from "../../api/scopes.ts";
import { clientIn } from "../../clients/operations/client-shapes.ts";
import { sendTestMail } from "./send-test-mail.ts";

type RoleName = keyof typeof STANDING_ROLES;
const roleNames = Object.keys(STANDING_ROLES) as [RoleName, ...RoleName[]];

/** The role that allows these scopes, and no others. */
const roleOf = (scopes: readonly AdminScope[]): RoleName | null =>
  roleNames.find((name) => scopes.join() === ADMIN_SCOPES.filter((one) => allows(name, one)).join()) ?? null;

const allows = (name: RoleName, scope: AdminScope) => (STANDING_ROLES[name] as readonly AdminScope[]).includes(scope);

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
    role: z.enum(roleNames).nullable().meta({
      description: "the role of the service itself that allows just that; null if several roles do, or another",
    }),
    organization: z.uuid().nullable().meta({ description: "the one organization that they administer" }),
    time_zone: z.string().nullable().meta({ description: "of a user: the claim zoneinfo, such as Europe/Berlin" }),
  }),
  async handle({ caller: { actor, scopes, organizationId: organization = null } }, deps) {
    const allowed = ADMIN_SCOPES.filter((scope) => scopes.includes(scope));
    const may = { scopes: allowed, role: roleOf(allowed), organization };
    if (actor.kind === "client") {
      const { name } = await clientIn({ id: actor.clientId }, deps);
      const program = { kind: "program" as const, id: actor.clientId, name };
      return { body: { ...program, ...may, time_zone: null } };
    }
    if (actor.kind === "operator") throw notFound("caller");
    const person = await findPersonRecord(deps.database, actor.userId);
    if (person === undefined) throw notFound("user");
    const name = person.name ?? person.username;
    const known = { kind: "person" as const, id: actor.userId, name };
    return { body: { ...known, ...may, time_zone: person.zoneinfo } };
  },
});

export const callerOperations: readonly Operation[] = [readCaller, sendTestMail];
