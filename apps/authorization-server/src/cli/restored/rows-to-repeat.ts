/** What an operator reads of the acts that a person has to repeat. */
import type { Database } from "@countersign/database";
import { uuidArray } from "../../platform/stores/uuid-array.ts";
import type { ToRepeat } from "./lost-acts.ts";

/** A row for each act: when it was, who did it, what it was about, and how it is repeated. */
export async function rowsToRepeat({ pool }: Pick<Database, "pool">, acts: readonly ToRepeat[]) {
  const ids = acts
    .flatMap(({ userId, actorId }) => [userId, actorId])
    .filter((id) => id !== undefined && UUID.test(id));
  const { rows } = await pool.query<{ id: string; name: string }>(NAMES, [uuidArray([...new Set(ids as string[])])]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | undefined) => (id === undefined ? "" : (names.get(id) ?? id));

  return acts.map(({ at, type, actor, actorId, userId, clientId, detail, how }) => {
    const known = { ...detail, user: nameOf(userId), client: clientId ?? "" };
    return {
      AT: at.toISOString(),
      TYPE: type,
      BY: `${actor} ${nameOf(actorId)}`.trim(),
      PERSON: nameOf(userId),
      CLIENT: clientId ?? "",
      REPEAT: filled(how, known),
      DETAIL: JSON.stringify(detail),
    };
  });
}

/** A command with what an event says in its places. It is copied into a shell, so every value is one word there. */
const filled = (how: string, known: Readonly<Record<string, unknown>>): string =>
  how.replaceAll(/<(\w+)>/g, (place, name: string) => {
    const value = Object.hasOwn(known, name) ? known[name] : undefined;
    return typeof value === "string" && value !== "" ? quoted(value) : place;
  });

const quoted = (text: string): string =>
  /^[\w.:@/][\w.:@/-]*$/.test(text) ? text : `'${text.replaceAll("'", () => "'\\''")}'`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const NAMES = "SELECT id::text, username AS name FROM end_user WHERE id = ANY ($1::uuid[])";
