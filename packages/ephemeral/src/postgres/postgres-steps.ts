/**
 * The steps of `EphemeralStore.apply` as one PostgreSQL statement. Each step is a part of the statement. A part runs
 * after the part before it, and only if that one succeeded. The text depends only on the kinds of the steps.
 */
import type { QueryConfig } from "pg";
import type { Keyspace } from "../keyspace.ts";
import { ALLOWED, counterName, type RateVerdict, verdictOn } from "../limits/rate-limit.ts";
import type { Outcome, Step } from "../store.ts";
import { type Part, partOf } from "./postgres-parts.ts";

const LONGEST_STATEMENT_NAME = 63;

/** Builds the statement that does these steps. `outcomeOfRow` reads its one row. */
export function inPostgres(steps: readonly Step[], names: Keyspace): QueryConfig {
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;

  const parts: Part[] = [];
  for (const [index, step] of steps.entries()) {
    const done = parts.flatMap(({ did }) => did ?? []);
    const before = index === 0 ? [] : [`(SELECT count(*) FROM step${index - 1}) >= 0`]; // it has run by then
    const when = [...done, ...before].join(" AND ") || "true";
    parts.push(partOf(step, { name: `step${index}`, when, value, names }));
  }

  const name = `ephemeral-${steps.map((step) => step.do).join("-")}`;
  const text = `WITH ${parts.map(({ text }) => text).join(",\n")}\nSELECT ${answerOf(parts)}`;
  return { ...(name.length <= LONGEST_STATEMENT_NAME && { name }), text, values };
}

function answerOf(parts: readonly Part[]): string {
  const done = parts.flatMap(({ did }) => did ?? []).join(" AND ") || "true";
  const from = (kind: Part["yields"], columns: string) => {
    const selects = parts.flatMap(({ yields }, n) => (yields === kind ? `SELECT ${columns} FROM step${n}` : []));
    return selects.length === 0 ? undefined : `(${selects.join(" UNION ALL ")}) AS ${kind}`;
  };
  const counted = from("counted", "key, points, left_ms");
  const taken = from("taken", "value, live");
  const dropped = from("dropped", "member");
  return [
    `${done} AS done`,
    counted && `(SELECT json_object_agg(key, json_build_array(points, left_ms)) FROM ${counted}) AS counted`,
    taken && `(SELECT max(value) FROM ${taken} WHERE live) AS taken`,
    dropped && `(SELECT array_agg(member) FROM ${dropped}) AS dropped`,
  ]
    .filter((column) => column !== undefined)
    .join(", ");
}

interface Row {
  readonly done: boolean;
  readonly counted?: Readonly<Record<string, readonly [points: number, leftMs: number]>> | null;
  readonly taken?: string | null;
  readonly dropped?: readonly string[] | null;
}

/** Reads the outcome from the row of the `inPostgres` statement. */
export function outcomeOfRow(steps: readonly Step[], row: Row, names: Keyspace): Outcome {
  const verdicts = steps
    .flatMap((step) => (step.do === "count" ? step.counts : []))
    .map((one): RateVerdict => {
      const counted = row.counted?.[counterName(names, one)];
      return counted === undefined ? ALLOWED : verdictOn(one, { total: counted[0], leftMs: counted[1] });
    });
  return {
    done: row.done,
    verdict: verdicts.find(({ allowed }) => !allowed) ?? ALLOWED,
    taken: row.taken ?? undefined,
    dropped: row.dropped ?? [],
  };
}
