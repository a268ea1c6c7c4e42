/** Operations on the identities at other providers with which a person signs in. */
import { z } from "zod";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUpon, isSelf } from "../../api/rank.ts";
import { time, written } from "../../api/shapes.ts";
import { disconnectIdentity } from "../federated-identities.ts";
import { idIn } from "./person-shapes.ts";

const connection = z.strictObject({
  id: z.uuid(),
  provider: z.string().meta({ description: "the alias of the provider" }),
  provider_name: z.string(),
  subject: z.string().meta({ description: "who the person is there" }),
  created_at: time,
  last_used_at: time.nullable(),
});

export const listConnections = defineOperation({
  id: "listConnections",
  method: "GET",
  path: "/people/:id/connections",
  summary: "The identities at other providers with which a person signs in, the oldest first",
  scope: "people:read",
  status: 200,
  answer: z.strictObject({ items: z.array(connection) }),
  async handle({ params }, { database, federatedIdentities }) {
    const userId = idIn(params);
    if ((await findPersonRecord(database, userId)) === undefined) throw notFound("person");
    const found = await federatedIdentities.listOf(userId);
    return {
      body: {
        items: found.map((one) => ({
          id: one.id,
          provider: one.alias,
          provider_name: one.provider,
          subject: one.subject,
          created_at: one.createdAt.toISOString(),
          last_used_at: written(one.lastUsedAt),
        })),
      },
    };
  },
});

/** What demands need is asked for at the next sign-in, as when another factor is removed here. */
const isEnough = () => true;

const remove = defineOperation({
  id: "removeConnection",
  method: "DELETE",
  path: "/people/:id/connections/:connection",
  summary: "Disconnects an identity from the account of a person; the only way in of an account stays",
  scope: "people:write",
  needsStepUp: true,
  status: 204,
  async handle({ params, by, ...who }, deps) {
    const userId = idIn(params);
    await assertMayActUpon(userId, who, deps);
    if (isSelf(userId, who)) throw new Problem("conflict", "this is your own account");
    // The notice to the person names no browser: an administrator acts.
    const connected = { userId, id: params.connection ?? "", browser: "" };
    const removed = await disconnectIdentity(deps, connected, isEnough, by);
    if (removed === "missing") throw notFound("connection");
    if (removed !== "removed") throw new Problem("conflict", "the person could not sign in without it");
    return { body: undefined };
  },
});

export const connectionOperations: readonly Operation[] = [listConnections, remove];
