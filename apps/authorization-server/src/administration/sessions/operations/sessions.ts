/** Operations on the sessions of people. */
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { browserStore } from "../../../platform/stores/session/browsers.ts";
import { countSessions, pageOfSessions, personOfSession } from "../../../platform/stores/session/session-list.ts";
import { listQuery, pageOf, total, totalIn, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation, type Reply, type Request } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayActUpon } from "../../api/rank.ts";
import { personIn } from "../../api/requests/named.ts";
import { dateOf, isId, spelled, time } from "../../api/shapes.ts";
import { recordActivityRead } from "../../people/activity.ts";
import { endSessionOf, endSessionsOf } from "../sessions.ts";

const session = z.strictObject({
  id: z.uuid(),
  user_agent: z.string().nullable(),
  network: z.string().nullable(),
  created_at: time,
  idle_expires_at: time,
  clients: z.array(z.string()).meta({ description: "the names of up to 20 clients that know this session" }),
});

const sessionOf = session.extend({
  user_id: z.uuid(),
  username: z.string().meta({ description: "whose session it is" }),
});

const listAllSessions = defineOperation({
  id: "listAllSessions",
  method: "GET",
  path: "/sessions",
  summary: "The live sessions of all users, the newest first; a page may have fewer than limit",
  scope: "sessions:read",
  isList: true,
  query: z.strictObject({
    user_id: z.uuid().optional(),
    client_id: z.string().max(512).optional().meta({ description: "a client that knows the session" }),
    since: time.optional().meta({ description: "began at this time or later" }),
    until: time.optional().meta({ description: "began before this time" }),
    with_total: withTotal,
    ...listQuery,
  }),
  answer: pageOf(sessionOf).extend({ total }),
  async handle({ query, place, by }, { database }) {
    const { user_id: userId, client_id: clientId, since, until, limit } = query;
    // The audit log has the caller who reads the sessions of one person, as with the list of that person.
    if (userId !== undefined && place === undefined) await recordActivityRead(database, userId, by);
    const filter = { userId, clientId, since: dateOf(since), until: dateOf(until) };
    const { sessions, next } = await pageOfSessions(database, filter, { after: place, limit, now: by.at });
    const counted = query.with_total === undefined ? {} : totalIn(await countSessions(database, filter, by.at));
    return { body: { items: sessions.map((one) => spelled(sessionOf, one)), ...counted }, next };
  },
});

export const listSessions = defineOperation({
  id: "listSessions",
  method: "GET",
  path: "/people/:id/sessions",
  summary: "The live sessions of a user, up to 100, the last used first",
  scope: "sessions:read",
  answer: z.strictObject({ items: z.array(session) }),
  async handle({ params, by }, { database }) {
    if (!isId(params.id)) throw notFound("user");
    await recordActivityRead(database, params.id, by);
    const found = await browserStore(database).of(params.id, by.at);
    const items = found.map(({ firstSeen: createdAt, ...one }) => spelled(session, { ...one, createdAt }));
    return { body: { items } };
  },
});

type Asked = Pick<Request<unknown, unknown>, "params" | "by" | "caller" | "resource">;

/** Ends a session of a person. */
async function endOne(
  { params: { id, session: sessionId }, by, ...who }: Asked,
  deps: Pick<Dependencies, "database" | "roles">,
): Promise<Reply<undefined>> {
  if (!(isId(id) && isId(sessionId))) throw notFound("session");
  await assertMayActUpon(id, who, deps);
  if (!(await endSessionOf(deps.database, { userId: id, sessionId }, by))) throw notFound("session");
  return { body: undefined };
}

/** The same for a session whose person is not named. */
export async function endAny(asked: Asked, deps: Pick<Dependencies, "database" | "roles">): Promise<Reply<undefined>> {
  const { session = "" } = asked.params;
  const id = isId(session) ? await personOfSession(deps.database, session) : undefined;
  return endOne({ ...asked, params: { session, id: id ?? "" } }, deps);
}

const endSession = defineOperation({
  id: "endSession",
  method: "DELETE",
  path: "/people/:id/sessions/:session",
  summary: "Ends one session, and revokes what was issued in it",
  scope: "sessions:write",
  handle: endOne,
});

export const endSessions = defineOperation({
  id: "endSessions",
  method: "POST",
  path: "/people/:id/end-sessions",
  summary: "Ends all sessions of a user",
  scope: "sessions:write",
  answer: z.strictObject({ ended: z.int().meta({ description: "how many sessions ended" }) }),
  command: {
    line: "users end-sessions <username>",
    takes: { username: "id" },
  },
  async handle({ params, by, ...who }, deps) {
    const userId = await personIn(params, who.caller, deps);
    await assertMayActUpon(userId, who, deps);
    return { body: { ended: await endSessionsOf(deps.database, userId, by) } };
  },
});

export const sessionOperations: readonly Operation[] = [listAllSessions, listSessions, endSession, endSessions];
