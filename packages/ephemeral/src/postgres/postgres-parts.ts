/** The SQL of each step of `EphemeralStore.apply`. */
import { milliseconds } from "../arguments.ts";
import type { Keyspace } from "../keyspace.ts";
import { type Count, counterName } from "../limits/rate-limit.ts";
import type { Step } from "../store.ts";
import { boundOf, placeOf, placesOf } from "./postgres-sets.ts";

/** The part of a statement that does one step. */
export interface Part {
  /** Common table expressions. The last one has the name of the step, and one row for each thing that it did. */
  readonly text: string;
  /** The condition that says whether the step was done, for steps that can fail. */
  readonly did?: string;
  /** Says which columns of this part belong in the answer. */
  readonly yields?: "counted" | "taken" | "dropped";
}

export interface Place {
  /** The name of the step in the statement. */
  readonly name: string;
  /** The condition under which the step is done. */
  readonly when: string;
  /** Adds a parameter with this value to the statement, and returns its number for the text, such as `$2`. */
  readonly value: (value: unknown) => string;
  readonly names: Keyspace;
}

const NOW = "statement_timestamp()";
const NOW_MS = `(extract(epoch FROM ${NOW}) * 1000)::bigint`;

/** Builds the part of a statement that does a step. */
export function partOf(step: Step, place: Place): Part {
  switch (step.do) {
    case "count":
      return count(step.counts, place);
    case "refund":
      return refund(step.counts, place);
    case "put":
      return put(step, place);
    case "take":
      return take(step, place);
    case "replace":
      return replace(step, place);
    case "remove":
      return remove(step, place);
    case "collect":
      return collect(step, place);
    case "discard":
      return discard(step, place);
  }
}

// Callers that count the same counters name them in the same order, so there is no deadlock.
function count(counts: readonly Count[], { name, when, value, names }: Place): Part {
  const keys = value(counts.map((one) => counterName(names, one)));
  const points = value(counts.map(({ points = 1 }) => points));
  const lasts = value(counts.map(({ limit }) => limit.durationSeconds * 1000));
  const most = value(counts.map(({ limit }) => limit.points));
  return {
    text: `${name} AS (
             INSERT INTO rate_limit AS held (key, points, expire)
             SELECT key, points, ${NOW_MS} + lasts
               FROM unnest(${keys}::text[], ${points}::integer[], ${lasts}::bigint[])
                    WITH ORDINALITY AS wanted (key, points, lasts, n)
              WHERE ${when}
              ORDER BY n
             ON CONFLICT (key) DO UPDATE
                SET points = CASE WHEN held.expire > ${NOW_MS} THEN held.points ELSE 0 END + excluded.points,
                    expire = CASE WHEN held.expire > ${NOW_MS} THEN held.expire ELSE excluded.expire END
             RETURNING held.key, held.points, held.expire - ${NOW_MS} AS left_ms
           )`,
    did: `NOT EXISTS (SELECT FROM ${name} JOIN unnest(${keys}::text[], ${most}::integer[]) AS bound (key, most)
                                            ON bound.key = ${name}.key AND ${name}.points > bound.most)`,
    yields: "counted",
  };
}

function refund(counts: readonly Count[], { name, when, value, names }: Place): Part {
  const keys = value(counts.map((one) => counterName(names, one)));
  const points = value(counts.map((one) => one.points ?? 1));
  return {
    text: `${name}_held AS (
             SELECT held.key, given.points
               FROM rate_limit held
               JOIN unnest(${keys}::text[], ${points}::integer[]) WITH ORDINALITY AS given (key, points, n)
                 ON given.key = held.key
              WHERE ${when}
              ORDER BY n
                FOR UPDATE OF held
           ), ${name} AS (
             UPDATE rate_limit SET points = greatest(rate_limit.points - ${name}_held.points, 0)
               FROM ${name}_held
              WHERE rate_limit.key = ${name}_held.key
             RETURNING rate_limit.key
           )`,
  };
}

function put(step: Step & { do: "put" }, { name, when, value, names }: Place): Part {
  const key = value(names.name("entry", step.key));
  const expiresAt = after(value(milliseconds(step.ttlSeconds)));
  return {
    text: `${name} AS (
             INSERT INTO ephemeral_entry (key, value, expires_at)
             SELECT ${key}::text, ${value(step.value)}::text, ${expiresAt} WHERE ${when}
             ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
             RETURNING key
           )`,
  };
}

// Of two concurrent DELETEs, the second waits for the first and then finds no row.
function take(step: Step & { do: "take" }, { name, when, value, names }: Place): Part {
  const key = value(names.name("entry", step.key));
  return {
    text: `${name} AS (
             DELETE FROM ephemeral_entry WHERE key = ${key} AND ${when} RETURNING value, expires_at > ${NOW} AS live
           )`,
    did: `EXISTS (SELECT FROM ${name} WHERE live)`,
    yields: "taken",
  };
}

function replace(step: Step & { do: "replace" }, { name, when, value, names }: Place): Part {
  const key = value(names.name("entry", step.key));
  const { ttlSeconds } = step;
  const expiresAt = after(value(ttlSeconds === undefined ? null : milliseconds(ttlSeconds)));
  return {
    text: `${name} AS (
             UPDATE ephemeral_entry SET value = ${value(step.next)}, expires_at = coalesce(${expiresAt}, expires_at)
              WHERE key = ${key} AND value = ${value(step.expected)} AND expires_at > ${NOW} AND ${when}
             RETURNING key
           )`,
    did: `EXISTS (SELECT FROM ${name})`,
  };
}

function remove(step: Step & { do: "remove" }, { name, when, value, names }: Place): Part {
  const key = value(names.name("entry", step.key));
  return { text: `${name} AS (DELETE FROM ephemeral_entry WHERE key = ${key} AND ${when} RETURNING key)` };
}

function collect(step: Step & { do: "collect" }, { name, when, value, names }: Place): Part {
  const set = value(placeOf(names.name("set", step.set), step.member, step.bounds));
  const member = value(step.member);
  const expiresAt = after(value(milliseconds(step.bounds.ttlSeconds)));
  return {
    text: `${name}_others AS (
             SELECT member, expires_at, added_at FROM ephemeral_member
              WHERE set_key = ${set} AND member <> ${member} AND expires_at > ${NOW}
           ), ${name}_room AS (
             SELECT greatest(count(*) - ${value(boundOf(step.bounds))}::bigint + 1, 0) AS surplus FROM ${name}_others
           ), ${name} AS (
             DELETE FROM ephemeral_member
              WHERE set_key = ${set} AND ${when} AND member IN (
                SELECT member FROM ${name}_others
                 ORDER BY expires_at, added_at LIMIT (SELECT surplus FROM ${name}_room)
              )
             RETURNING member
           ), ${name}_added AS (
             INSERT INTO ephemeral_member (set_key, member, added_at, expires_at)
             SELECT ${set}::text, ${member}::text, ${NOW}, ${expiresAt} WHERE ${when}
             ON CONFLICT (set_key, member) DO UPDATE SET added_at = excluded.added_at, expires_at = excluded.expires_at
           )`,
    yields: "dropped",
  };
}

function discard(step: Step & { do: "discard" }, { name, when, value, names }: Place): Part {
  const [whole, part] = placesOf(names.name("set", step.set), step.member).map(value);
  return {
    text: `${name} AS (
             DELETE FROM ephemeral_member
              WHERE set_key IN (${whole}, ${part}) AND member = ${value(step.member)} AND ${when}
             RETURNING member
           )`,
  };
}

const after = (ms: string) => `${NOW} + ${ms}::double precision * interval '1 millisecond'`;
