/**
 * Terms that people accept, in a configuration file. A version that was added stays as it is, and is never removed:
 * people accepted it. So it belongs to no configuration, and a file declares only the versions that it adds.
 */
import type { z } from "zod";
import { sqlIn } from "../../../platform/records/records.ts";
import { declaredShape } from "../../entity-shapes.ts";
import { declaredOf } from "../../entity-values.ts";
import { termsFields } from "../../terms/entity.ts";
import { addTerms, listTerms } from "../../terms/terms.ts";
import { defineKind } from "./kind.ts";
import { inOrder } from "./shapes.ts";

const { shape: members } = declaredShape(termsFields);
const shape = declaredShape(termsFields).extend({
  urls: members.urls.transform((urls) => inOrder(urls) as Readonly<Record<string, string>>),
  required_from: members.required_from
    .unwrap()
    .transform((time) => new Date(time).toISOString())
    .describe("when users are asked for it first"),
});

type TermsEntry = z.output<typeof shape>;

export const terms = defineKind<TermsEntry>({
  section: "terms",
  noun: "version",
  shape,
  keyOf: ({ name, version }) => `${version} of ${name}`,
  references: () => [],

  held: async (records) =>
    (await listTerms(sqlIn(records))).map((row) => {
      const entry = declaredOf(termsFields, row as never) as TermsEntry;
      return {
        entry: { ...entry, urls: inOrder(entry.urls) as TermsEntry["urls"] },
        managedBy: null,
        isOfService: false,
      };
    }),

  isPermanent: true,

  /** People accepted what stands there, and the rows say so. */
  checkChange(held, entry) {
    if (held === undefined) return [];
    const isSame = JSON.stringify(inOrder(held.entry)) === JSON.stringify(inOrder(entry));
    return isSame ? [] : [{ path: ["version"], message: "a version of terms cannot be changed: add another one" }];
  },

  create: async (to, { required_from: requiredFrom, ...given }, by) => {
    await addTerms(to, { ...given, requiredFrom }, by);
  },

  change: unplanned,
  remove: unplanned,
  mark: async () => {},
});

async function unplanned(): Promise<never> {
  throw new Error("a plan neither changes nor removes terms");
}
