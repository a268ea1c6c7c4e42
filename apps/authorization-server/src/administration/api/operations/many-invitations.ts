/** Invitations of many people at once: each is a transaction of its own, with its mail, audit row and result. */
import { type EmailAddress, readEmailAddress } from "@countersign/rules";
import { z } from "zod";
import { type Standing, standingsOf } from "../../../platform/records/invitations.ts";
import { standingsIn } from "../../../platform/records/organization-invitations.ts";
import { withinMailBudget } from "../../api/access/mail-limit.ts";
import { givenRoles, mailed, NO_ADDRESS } from "../../invitations/operations/invitation-shapes.ts";
import { assertInvites, sendInvitation } from "../../invitations/operations/invitations.ts";
import {
  assertMails,
  assertMayInviteTo,
  sendOrganizationInvitation,
} from "../../organizations/operations/organization-invitations.ts";
import { organizationIn } from "../../organizations/operations/organization-shapes.ts";
import { rolesWith } from "../../roles/store.ts";
import type { OperatorDependencies } from "../command.ts";
import { defineOperation, type Operation, type Reply, type Request } from "../operation.ts";
import { Problem, type ProblemKind, wrong } from "../problem.ts";
import { assertMayGrant, assertWithin } from "../rank.ts";

const MOST_AT_ONCE = 100;
const LONGEST_ADDRESS = 254;

const body = z.strictObject({
  emails: z
    .array(z.string().max(LONGEST_ADDRESS))
    .min(1)
    .max(MOST_AT_ONCE, { abort: true })
    .meta({ description: `up to ${MOST_AT_ONCE} addresses` }),
  roles: givenRoles,
  ...mailed,
});

const REFUSALS = ["invalid_address", "mailbox_limit", "mail_budget", "not_possible"] as const;

const answer = z.strictObject({
  items: z.array(
    z.strictObject({
      email: z.string().meta({ description: "as it was sent" }),
      result: z.enum(["invited", "member", "already_invited", "refused"]).meta({
        description:
          "member: the address belongs to an account, or to a member; already_invited: one is open, and stays",
      }),
      id: z.uuid().nullable().meta({ description: "the invitation that was emailed" }),
      code: z.enum(REFUSALS).nullable().meta({ description: "why it was refused, for programs" }),
      reason: z.string().nullable().meta({ description: "why it was refused" }),
    }),
  ),
});

type Answer = z.input<typeof answer>;
type Result = Answer["items"][number];

const RESULT_OF = { known: "member", open: "already_invited" } as const satisfies Record<Standing, Result["result"]>;

/** The other kinds are `not_possible`. */
const CODES: { readonly [kind in ProblemKind]?: (typeof REFUSALS)[number] } = {
  "too-many-requests": "mailbox_limit",
  "too-many-invitations": "mail_budget",
};

interface Inviting {
  readonly request: Pick<Request<unknown, z.output<typeof body>>, "body" | "caller">;
  readonly standings: (addresses: readonly string[]) => Promise<ReadonlyMap<string, Standing>>;
  /** Mails one invitation. */
  readonly send: (address: EmailAddress) => Promise<{ readonly id: string }>;
}

/** An address that is written twice is invited once. */
async function inviteEach(
  { request: { body: sent, caller }, standings, send }: Inviting,
  deps: Parameters<typeof withinMailBudget>[1],
): Promise<Reply<Answer>> {
  const addresses = sent.emails.map((email) => ({ email, address: readEmailAddress(email) }));
  const known = new Map(await standings(addresses.flatMap(({ address }) => address?.canonical ?? [])));
  const items: Result[] = [];
  for (const { email, address } of addresses) {
    const standing = address && known.get(address.canonical);
    if (address === undefined) items.push(refused(email, "invalid_address", NO_ADDRESS));
    else if (standing !== undefined) items.push({ ...NOTHING, email, result: RESULT_OF[standing] });
    else {
      // biome-ignore lint/performance/noAwaitInLoops: at most a hundred, each with its own transaction and audit row
      const result = await resultFor(email, () => withinMailBudget(caller, deps, () => send(address)));
      if (result.result === "invited") known.set(address.canonical, "open");
      items.push(result);
    }
  }
  return { body: { items } };
}

/** The result of one invitation. An error that is not a refusal ends the whole request. */
async function resultFor(email: string, invite: () => Promise<{ readonly id: string }>): Promise<Result> {
  try {
    return { ...NOTHING, email, result: "invited", id: (await invite()).id };
  } catch (err) {
    if (!(err instanceof Problem) || err.status >= 500) throw err;
    return refused(email, CODES[err.kind] ?? "not_possible", err.message);
  }
}

const NOTHING = { id: null, code: null, reason: null } as const;

const refused = (email: string, code: NonNullable<Result["code"]>, reason: string): Result => ({
  ...{ email, result: "refused", id: null, code, reason },
});

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

/** Refuses roles that are not there, and those that the caller could not give. */
async function assertMayGive(ids: readonly string[], who: Who, { database }: Pick<OperatorDependencies, "database">) {
  if (ids.length === 0) return;
  assertWithin(who.caller, ["roles:write"], "an invitation with a role");
  const found = await rolesWith(database, ids);
  for (const [index, id] of ids.entries()) {
    const role = found.find((one) => one.id === id.toLowerCase());
    if (role === undefined) {
      throw wrong([{ pointer: `#/roles/${index}`, detail: "is no role that the deployment has" }]);
    }
    assertMayGrant(role, who);
  }
}

const upTo = `up to ${MOST_AT_ONCE} addresses`;
const shared = { method: "POST", needsStepUp: true, mailsAnyone: "several", body, answer } as const;
const command = { takes: { email: "emails", role: "roles" }, columns: ["email", "result", "code", "reason"] };

const invitePeople = defineOperation({
  ...shared,
  id: "invitePeople",
  path: "/invitations/many",
  summary: `Emails invitations to create an account to ${upTo}, and says for each what came of it`,
  scope: "people:write",
  command: { ...command, line: "users invite-many" },
  async handle({ by, ...request }, deps) {
    const { roles, language, lifetime } = request.body;
    assertInvites(deps);
    await assertMayGive(roles, request, deps);
    const about = { language, lifetime, roles: [...new Set(roles)] };
    const standings = (addresses: readonly string[]) => standingsOf(deps.database, { addresses, at: by.at });
    const send = (address: EmailAddress) => sendInvitation({ ...about, address }, { by, ...request }, deps);
    return inviteEach({ request, standings, send }, deps);
  },
});

const invitePeopleIntoOrganization = defineOperation({
  ...shared,
  id: "invitePeopleIntoOrganization",
  path: "/organizations/:organization/invitations/many",
  summary: `Emails invitations into an organization to ${upTo}, and says for each what came of it`,
  scope: "organizations:write",
  forOrganizationAdmins: true,
  command: { ...command, line: "organizations invite-many <slug>", takes: { ...command.takes, slug: "organization" } },
  async handle({ params, by, ...request }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const { roles, language, lifetime } = request.body;
    assertMails(deps);
    await assertMayInviteTo(roles, request, deps);
    const about = { organizationId, roles, language, lifetime };
    const standings = (addresses: readonly string[]) =>
      standingsIn(deps.database, { organizationId, addresses, at: by.at });
    const send = (address: EmailAddress) => sendOrganizationInvitation({ ...about, address }, { by, ...request }, deps);
    return inviteEach({ request, standings, send }, deps);
  },
});

export const manyInvitationOperations: readonly Operation[] = [invitePeople, invitePeopleIntoOrganization];
