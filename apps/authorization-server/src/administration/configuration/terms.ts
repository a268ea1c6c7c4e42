/**
 * Terms that people accept, in a configuration file. A version that was added stays as it is, and is never removed:
 * people accepted it. So it belongs to no configuration, and a file declares only the versions that it adds.
 */
import { z } from "zod";
import { queryIn } from "../../platform/records/records.ts";
import { listTermsIn } from "../../platform/records/terms.ts";
import { addDeclaredTerms } from "../settings/terms.ts";
import { defineKind } from "./kind.ts";
import { inOrder } from "./shapes.ts";
import { termsShape } from "./terms-shape.ts";

const shape = z.strictObject({
  name: termsShape.name,
  version: termsShape.version,
  urls: termsShape.urls.transform((urls) => inOrder(urls) as Readonly<Record<string, string>>),
  required_from: z.iso
    .datetime({ offset: true })
    .transform((time) => new Date(time).toISOString())
    .describe("when people are asked for it first"),
});

type TermsEntry = z.output<typeof shape>;

const keyOf = ({ name, version }: TermsEntry) => `${version} of ${name}`;

export const terms = defineKind<TermsEntry>({
  section: "terms",
  noun: "version",
  shape,
  keyOf,
  references: () => [],

  async held(records) {
    const found = await listTermsIn(queryIn(records));
    return found.map(({ name, version, urls, requiredFrom }) => ({
      entry: {
        name,
        version,
        urls: inOrder(urls) as Readonly<Record<string, string>>,
        required_from: requiredFrom.toISOString(),
      },
      managedBy: null,
      isOfService: false,
    }));
  },

  isPermanent: true,

  /** People accepted what stands there, and the rows say so. */
  checkChange(held, entry) {
    if (held === undefined) return [];
    const isSame = JSON.stringify(inOrder(held.entry)) === JSON.stringify(inOrder(entry));
    return isSame ? [] : [{ path: ["version"], message: "a version of terms cannot be changed: add another one" }];
  },

  async create(to, { name, version, urls, required_from }, by) {
    await addDeclaredTerms(to, { name, version, urls, requiredFrom: new Date(required_from) }, by);
  },

  change: unplanned,
  remove: unplanned,
  mark: async () => {},
});

async function unplanned(): Promise<never> {
  throw new Error("a plan neither changes nor removes terms");
}
