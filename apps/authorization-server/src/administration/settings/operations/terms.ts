/** Operations on the terms that people accept. */
import { z } from "zod";
import { findTerms, listTerms, type TermsRecord } from "../../../platform/records/terms.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { time } from "../../api/shapes.ts";
import { termsShape } from "../../configuration/terms-shape.ts";
import { addTerms } from "../terms.ts";

const terms = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  version: z.string(),
  urls: z.record(z.string(), z.string()).meta({ description: "the address of the text by language tag" }),
  required_from: time,
  created_at: time,
});

const shown = ({ id, name, version, urls, requiredFrom, createdAt }: TermsRecord) => ({
  id,
  name,
  version,
  urls: { ...urls },
  required_from: requiredFrom.toISOString(),
  created_at: createdAt.toISOString(),
});

const list = defineOperation({
  id: "listTerms",
  method: "GET",
  path: "/terms",
  summary: "Every version of the terms that people accept, by name, the newest version first",
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(terms) }),
  command: { line: "terms list", columns: ["name", "version", "required_from"], empty: "There are no terms yet." },
  async handle(_, { database }) {
    return { body: { items: (await listTerms(database)).map(shown) } };
  },
});

const add = defineOperation({
  id: "addTerms",
  method: "POST",
  path: "/terms",
  summary: "Adds a version of terms: people are asked for it at their next sign-in, or from a time on",
  scope: "settings:write",
  isGrave: true,
  body: z.strictObject({
    name: termsShape.name,
    version: termsShape.version,
    urls: termsShape.urls,
    required_from: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({ description: "when it is asked for first; by default now" }),
  }),
  status: 201,
  answer: terms,
  command: { line: "terms add <name> <version>", takes: { url: "urls" } },
  async handle({ body: { required_from, ...given }, by }, { database }) {
    const requiredFrom = required_from === undefined ? by.at : new Date(required_from);
    await addTerms(database, { ...given, requiredFrom }, by);
    const made = await findTerms(database, given);
    if (made === undefined) throw new Error("terms that were just added are not there");
    return { body: shown(made) };
  },
});

export const termsOperations: readonly Operation[] = [list, add];
