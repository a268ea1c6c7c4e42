/** Operations on imports of people. */
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { cut, listQuery, pageOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { isId, spelled, time } from "../../api/shapes.ts";
import {
  addImport,
  cancelImport,
  IMPORT_STATES,
  type ImportJob,
  type Refused,
  receiveLines,
  startImport,
} from "../jobs.ts";
import { importSource } from "../line.ts";
import { PROBLEMS } from "../problems.ts";
import { countImports, findImport, pageOfImports, pageOfRefusals } from "../read-jobs.ts";

const importShape = z.strictObject({
  id: z.uuid(),
  source: z.string(),
  trust_verified: z.boolean(),
  allow_weak_hashes: z.boolean(),
  state: z.enum(IMPORT_STATES),
  lines: z.int().meta({ description: "received" }),
  seen: z.int().meta({ description: "checked or imported so far; blank lines do not count" }),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  created_at: time,
  updated_at: time,
  finished_at: time.nullable(),
});

const shownImport = (job: ImportJob) => spelled(importShape, job);

const LONGEST_TEXT = 262_144;
/** A text with each character escaped. */
const LONGEST_BODY = 6 * LONGEST_TEXT;

type Params = Readonly<Record<string, string>>;

function idIn({ id }: Params): string {
  if (!isId(id)) throw notFound("import");
  return id;
}

async function importIn(params: Params, { database }: Pick<Dependencies, "database">): Promise<ImportJob> {
  const found = await findImport(database, idIn(params));
  if (found === undefined) throw notFound("import");
  return found;
}

/** The import after an act, or why it is refused. */
async function acted(refused: Refused | undefined, params: Params, deps: Pick<Dependencies, "database">) {
  if (refused === "missing") throw notFound("import");
  if (refused === "too-many") throw new Problem("conflict", "an import has at most 200,000 lines");
  if (refused === "other-state") throw new Problem("conflict", "the import is in another state");
  if (refused !== undefined) throw new Problem("conflict", `the next line is number ${refused.nextLine}`);
  return { body: shownImport(await importIn(params, deps)) };
}

const list = defineOperation({
  id: "listImports",
  method: "GET",
  path: "/imports",
  summary: "The imports of users of the last 30 days, the newest first",
  scope: "people:read",
  isList: true,
  query: z.strictObject({ with_total: withTotal, ...listQuery }),
  answer: pageOf(importShape).extend({ total }),
  async handle({ query: { limit, with_total }, place }, { database }) {
    const [createdAt, id] = place ?? [];
    const before = createdAt === undefined || id === undefined ? undefined : { createdAt: new Date(createdAt), id };
    const { items, last } = cut(await pageOfImports(database, { before, most: limit + 1 }), limit);
    const counted = await totalIf(with_total, (most) => countImports(database, most));
    return {
      body: { items: items.map(shownImport), ...counted },
      next: last && [last.createdAt.toISOString(), last.id],
    };
  },
});

const add = defineOperation({
  id: "addImport",
  method: "POST",
  path: "/imports",
  summary: "Begins an import of users, without lines. It changes no account of an administrator, and assigns no role",
  scope: "people:write",
  needsStepUp: true,
  body: z.strictObject({
    source: importSource.meta({ description: "what the users come from: external ids are unique within it" }),
    trust_verified: z
      .boolean()
      .default(false)
      .meta({ description: "whether addresses and numbers that a line calls verified are verified here" }),
    allow_weak_hashes: z
      .boolean()
      .default(false)
      .meta({ description: "whether password hashes that protect badly are accepted" }),
  }),
  status: 201,
  answer: importShape,
  async handle({ body, by }, deps) {
    const { source, trust_verified: trustVerified, allow_weak_hashes: allowWeakHashes } = body;
    const id = await addImport(deps.database, { source, trustVerified, allowWeakHashes }, by);
    if (id === undefined) throw new Problem("conflict", "ten imports are not finished: cancel or start one of them");
    return { body: shownImport(await importIn({ id }, deps)), location: `/imports/${id}` };
  },
});

const read = defineOperation({
  id: "readImport",
  method: "GET",
  path: "/imports/:id",
  summary: "One import, and how far it is",
  scope: "people:read",
  answer: importShape,
  handle: async ({ params }, deps) => ({ body: shownImport(await importIn(params, deps)) }),
});

const send = defineOperation({
  id: "sendImportLines",
  method: "POST",
  path: "/imports/:id/lines",
  summary: "Sends the next lines of an import: one JSON object in each",
  scope: "people:write",
  needsStepUp: true,
  longestBody: LONGEST_BODY,
  body: z.strictObject({
    first: z.int().min(1).meta({ description: "the number of the first line; the lines come in their order" }),
    text: z.string().min(1).max(LONGEST_TEXT).meta({ description: "whole lines, with line feeds between them" }),
  }),
  answer: importShape,
  async handle({ params, body, by }, deps) {
    return acted(await receiveLines(deps.database, idIn(params), body, deps.sealedTexts, by), params, deps);
  },
});

const start = defineOperation({
  id: "startImport",
  method: "POST",
  path: "/imports/:id/start",
  summary: "Has the lines checked, which changes nothing, or imported; after a check, it can be started again",
  scope: "people:write",
  needsStepUp: true,
  body: z.strictObject({ check: z.boolean().meta({ description: "whether to only say what would be done" }) }),
  answer: importShape,
  async handle({ params, body, by }, deps) {
    return acted(await startImport(deps.database, idIn(params), body.check, by), params, deps);
  },
});

const cancel = defineOperation({
  id: "cancelImport",
  method: "POST",
  path: "/imports/:id/cancel",
  summary: "Ends an import. What it imported stays",
  scope: "people:write",
  needsStepUp: true,
  answer: importShape,
  async handle({ params, by }, deps) {
    return acted(await cancelImport(deps.database, idIn(params), by), params, deps);
  },
});

const refusals = defineOperation({
  id: "listImportRefusals",
  method: "GET",
  path: "/imports/:id/refusals",
  summary: "The lines that an import refused, and why, in their order",
  scope: "people:read",
  isList: true,
  query: z.strictObject(listQuery),
  answer: pageOf(z.strictObject({ line: z.int(), problem: z.enum(PROBLEMS), detail: z.string() })),
  async handle({ params, query: { limit }, place }, deps) {
    const { id } = await importIn(params, deps);
    const page = { id, after: Number(place?.[0] ?? 0), most: limit + 1 };
    const { items, last } = cut(await pageOfRefusals(deps.database, page), limit);
    return { body: { items: items.map((one) => ({ ...one })) }, next: last && [String(last.line)] };
  },
});

export const importOperations: readonly Operation[] = [list, add, read, send, start, cancel, refusals];
