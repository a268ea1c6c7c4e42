/** Settings of the looks of the pages, in a configuration file. The logo is a picture, and so is no configuration. */
import { LOOKS_KEYS, type LooksKey, looksShape, reasonOf } from "@countersign/rules";
import { z } from "zod";
import { type RecordsDatabase, sqlIn } from "../../../platform/records/records.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { keepOwner, readSettings } from "../../../platform/stores/settings.ts";
import { changeSettings } from "../../settings/settings.ts";
import { refusal } from "../refusal.ts";
import { defineKind } from "./kind.ts";
import { inOrder } from "./shapes.ts";

const value = z
  .union([z.string(), z.int(), z.record(z.string(), z.string())])
  .transform((given) => inOrder(given) as string | number | Readonly<Record<string, string>>);

const shape = z
  .strictObject({
    setting: z.enum(LOOKS_KEYS as [LooksKey, ...LooksKey[]]),
    value: value.describe("a text, a number of pixels, or a text by language tag"),
  })
  .superRefine(({ setting, value: given }, context) => {
    const { error } = looksShape.shape[setting].safeParse(given, { reportInput: true });
    for (const issue of error?.issues ?? []) {
      context.addIssue({ code: "custom", path: ["value"], message: reasonOf(issue) });
    }
  });

type SettingEntry = z.output<typeof shape>;

export const settings = defineKind<SettingEntry>({
  section: "settings",
  noun: "setting",
  shape,
  keyOf: ({ setting }) => setting,
  references: () => [],

  async held(records) {
    const { values, managedBy } = await readSettings(sqlIn(records));
    const keys = Object.keys(values).filter((key): key is LooksKey => (LOOKS_KEYS as readonly string[]).includes(key));
    return keys.map((key) => ({
      entry: { setting: key, value: value.parse(values[key]) },
      managedBy: managedBy[key] ?? null,
      isOfService: false,
    }));
  },

  create: (applying, { setting, value: to }, by) => set(applying, { [setting]: to }, by),
  // The whole text is replaced: a language that the file does not have is removed.
  change: (applying, { before, after }, by) =>
    set(applying, { [after.setting]: replaced(before.value, after.value) }, by),
  remove: (applying, { setting }, by) => set(applying, { [setting]: null }, by),

  mark: (records, { setting: key }, managedBy) => keepOwner(sqlIn(records), key, managedBy),
});

const replaced = (before: SettingEntry["value"], after: SettingEntry["value"]) =>
  typeof before === "object" && typeof after === "object"
    ? { ...Object.fromEntries(Object.keys(before).map((tag) => [tag, null])), ...after }
    : after;

/** Settings are checked with those that are applied before them: colors have to be legible beside each other. */
async function set(database: RecordsDatabase, values: Readonly<Record<string, unknown>>, by: By): Promise<void> {
  const outcome = await changeSettings(database, { values }, by);
  if (typeof outcome === "string") return;
  throw refusal(outcome.wrong.map(({ key, reason }) => `the setting ${key} ${reason}`).join("; "));
}
