/** Operations on the terms that people accept. */
import { z } from "zod";
import { autocommit } from "../../platform/stores/transaction.ts";
import { defineOperation, type Operation } from "../api/operation.ts";
import { addedShape, shownShape } from "../entity-shapes.ts";
import { shownOf } from "../entity-values.ts";
import { missing } from "../refused.ts";
import { type Terms, termsFields } from "./entity.ts";
import { addTerms, findTerms, listTerms } from "./terms.ts";

const answer = shownShape(termsFields);
const shown = (terms: Terms) => shownOf(termsFields, terms as never);

const list = defineOperation({
  id: "listTerms",
  method: "GET",
  path: "/terms",
  summary: "Every version of the terms that users accept, by name, the newest version first",
  scope: "settings:read",
  answer: z.strictObject({ items: z.array(answer) }),
  command: { line: "terms list", columns: ["name", "version", "required_from"], empty: "No terms yet." },
  handle: async (_, { database: { pool } }) => ({
    body: { items: (await listTerms(autocommit(pool))).map(shown) },
  }),
});

const add = defineOperation({
  id: "addTerms",
  method: "POST",
  path: "/terms",
  summary: "Adds a version of terms: users are asked for it at their next sign-in, or from a time on",
  scope: "settings:write",
  needsStepUp: true,
  body: addedShape(termsFields),
  status: 201,
  answer,
  command: { line: "terms add <name> <version>", takes: { url: "urls" } },
  async handle({ body: { required_from: requiredFrom, ...given }, by }, { database }) {
    const id = await addTerms(database, { ...given, requiredFrom }, by);
    const made = await findTerms(autocommit(database.pool), id);
    if (made === undefined) throw missing("version");
    return { body: shown(made) };
  },
});

export const termsOperations: readonly Operation[] = [list, add];
