/** Operations on what people sign in with other than a password. */
import { z } from "zod";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUpon, isSelf } from "../../api/rank.ts";
import { spelled, time } from "../../api/shapes.ts";
import { resetFactors } from "../../ways-in/second-factors.ts";
import { idIn, person, replyAbout } from "./person-shapes.ts";

const LONGEST_REASON = 500;

const UNDECIDED = "the user has no password and signs in at other providers: say with connections whether that stays";

const passkey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  use: z
    .enum(["sign-in", "second-factor"])
    .meta({ description: "whether it signs in by itself, or is a security key" }),
  backed_up: z.boolean().meta({ description: "whether its provider keeps a copy" }),
  created_at: time,
  last_used_at: time.nullable(),
});

const app = z.strictObject({ id: z.uuid(), name: z.string(), last_used_at: time });

export const listFactors = defineOperation({
  id: "listFactors",
  method: "GET",
  path: "/people/:id/factors",
  summary: "The passkeys, security keys and apps of a user, and how many recovery codes and connections they have",
  scope: "people:read",
  answer: z.strictObject({
    passkeys: z.array(passkey),
    authenticator_apps: z.array(app),
    recovery_codes: z.int().meta({ description: "how many are left" }),
    connections: z.int().meta({ description: "how many identities at other providers" }),
  }),
  async handle({ params, by }, { database, passkeys, secondFactors, federatedIdentities }) {
    const userId = idIn(params);
    if ((await findPersonRecord(database, userId)) === undefined) throw notFound("user");
    const keys = await passkeys.listOf(userId);
    const { apps, codesLeft } = await secondFactors.listOf(userId, by.at);
    const connections = await federatedIdentities.listOf(userId);
    return {
      body: {
        passkeys: keys.map(({ passkeyId: id, lastUsedAt = null, ...one }) =>
          spelled(passkey, { ...one, id, lastUsedAt }),
        ),
        authenticator_apps: apps.map((one) => spelled(app, one)),
        recovery_codes: codesLeft,
        connections: connections.length,
      },
    };
  },
});

const connection = z.strictObject({
  id: z.uuid(),
  provider: z.string().meta({ description: "the alias of the provider" }),
  provider_name: z.string(),
  subject: z.string().meta({ description: "who the user is there" }),
  created_at: time,
  last_used_at: time.nullable(),
});

export const listConnections = defineOperation({
  id: "listConnections",
  method: "GET",
  path: "/people/:id/connections",
  summary: "The identities at other providers with which a user signs in, the oldest first",
  scope: "people:read",
  answer: z.strictObject({ items: z.array(connection) }),
  async handle({ params }, { database, federatedIdentities }) {
    const userId = idIn(params);
    if ((await findPersonRecord(database, userId)) === undefined) throw notFound("user");
    const found = await federatedIdentities.listOf(userId);
    const items = found.map(({ alias: provider, provider: providerName, ...one }) =>
      spelled(connection, { ...one, provider, providerName }),
    );
    return { body: { items } };
  },
});

const reset = defineOperation({
  id: "resetFactors",
  method: "POST",
  path: "/people/:id/reset-factors",
  summary: "Removes every factor of a user but the password, and what is connected at other providers; ends sessions",
  scope: "people:write",
  needsStepUp: true,
  body: z.strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(LONGEST_REASON)
      .meta({ description: "why, and how the user was identified; stands in the audit log" }),
    connections: z
      .enum(["keep", "remove"])
      .optional()
      .meta({
        description:
          "whether identities at other providers stay connected. Without it they are disconnected. It is required " +
          "if the user has identities and no password",
      }),
  }),
  answer: person,
  async handle({ params, body, by, ...who }, deps) {
    const userId = idIn(params);
    await assertMayActUpon(userId, who, deps);
    if (isSelf(userId, who)) throw new Problem("conflict", "this is your own account");
    const done = await resetFactors({ userId, ...body }, deps, by);
    if (done === "missing") throw notFound("user");
    if (done === "undecided") throw new Problem("conflict", UNDECIDED);
    return replyAbout(userId, deps);
  },
});

export const factorOperations: readonly Operation[] = [listFactors, reset, listConnections];
