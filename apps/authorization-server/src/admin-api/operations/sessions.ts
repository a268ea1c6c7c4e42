/** Operations on the sessions of people. */
import { z } from "zod";
import { recordActivityRead } from "../../administration/activity.ts";
import { endSessionOf, endSessionsOf } from "../../administration/sessions.ts";
import { browserStore } from "../../stores/person/browsers.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { notFound } from "../problem.ts";
import { assertMayActUpon } from "../rank.ts";
import { isId, time } from "../shapes.ts";

const session = z.strictObject({
  id: z.uuid(),
  user_agent: z.string().nullable(),
  network: z.string().nullable(),
  created_at: time,
  idle_expires_at: time,
  clients: z.array(z.string()).meta({ description: "the names of up to 20 clients that know this session" }),
});

const listSessions = defineOperation({
  id: "listSessions",
  method: "GET",
  path: "/people/:id/sessions",
  summary: "The live sessions of a person, up to 100, the last used first",
  scope: "sessions:read",
  status: 200,
  answer: z.strictObject({ items: z.array(session) }),
  async handle({ params, by }, { database }) {
    if (!isId(params.id)) throw notFound("person");
    await recordActivityRead(database, params.id, by);
    const found = await browserStore(database).of(params.id, by.at);
    const items = found.map(({ id, userAgent, network, firstSeen, idleExpiresAt, clients }) => ({
      id,
      user_agent: userAgent,
      network,
      created_at: firstSeen.toISOString(),
      idle_expires_at: idleExpiresAt.toISOString(),
      clients: [...clients],
    }));
    return { body: { items } };
  },
});

const endSession = defineOperation({
  id: "endSession",
  method: "DELETE",
  path: "/people/:id/sessions/:session",
  summary: "Ends one session, and revokes what was issued in it",
  scope: "sessions:write",
  status: 204,
  async handle({ params: { id, session: sessionId }, by, ...who }, deps) {
    if (!(isId(id) && isId(sessionId))) throw notFound("session");
    await assertMayActUpon(id, who, deps);
    if (!(await endSessionOf(deps.database, { userId: id, sessionId }, by))) throw notFound("session");
    return { body: undefined };
  },
});

const endSessions = defineOperation({
  id: "endSessions",
  method: "POST",
  path: "/people/:id/end-sessions",
  summary: "Ends all sessions of a person",
  scope: "sessions:write",
  status: 200,
  answer: z.strictObject({ ended: z.int().meta({ description: "how many sessions ended" }) }),
  async handle({ params, by, ...who }, deps) {
    if (!isId(params.id)) throw notFound("person");
    await assertMayActUpon(params.id, who, deps);
    return { body: { ended: await endSessionsOf(deps.database, params.id, by) } };
  },
});

export const sessionOperations: readonly Operation[] = [listSessions, endSession, endSessions];
