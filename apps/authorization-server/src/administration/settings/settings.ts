/** Acts on the settings of the deployment, for every kind of actor. Each act and its audit row are one transaction. */
import { isDeepStrictEqual } from "node:util";
import type { CleanedPicture } from "@countersign/pictures";
import { LOOKS_KEYS, mergedSettings, readLooks, type WrongSetting } from "@countersign/rules";
import { inStatements, type RecordsDatabase } from "../../platform/records/records.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, locked as asLocked } from "../../platform/stores/locked.ts";
import { type HeldSettings, readSettings, SETTINGS_LOCK, storeSetting } from "../../platform/stores/settings.ts";
import type { Query } from "../../platform/stores/transaction.ts";

/** The key of the logo, which is a picture and no text. */
const LOGO = "logo";

export interface SettingsChange {
  /** RFC 7396: null removes a setting. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Throws if the settings are not those that the change was meant for. */
  readonly assertMeantFor?: AssertMeantFor<HeldSettings> | undefined;
}

/** What came of a change; settings that are not valid together change nothing. */
export type SettingsOutcome = "changed" | "same" | { readonly wrong: readonly WrongSetting[] };

/** Changes settings of the looks. */
export function changeSettings(database: RecordsDatabase, change: SettingsChange, by: By): Promise<SettingsOutcome> {
  return locked(database, { by, ...change }, async (query, held) => {
    const merged = mergedSettings(held.values, change.values);
    const read = readLooks(Object.fromEntries(Object.entries(merged).filter(([key]) => key !== LOGO)));
    if ("wrong" in read) return read;
    const looks: Readonly<Record<string, unknown>> = read.looks;
    const changed = LOOKS_KEYS.filter((key) => !isDeepStrictEqual(held.values[key], looks[key]));
    const stored = new Set<string>(changed);
    for (const key of changed) {
      const value = looks[key];
      // A setting that a configuration declares stays declared by it as long as there is a value.
      const managedBy = value === undefined ? undefined : held.managedBy[key];
      // biome-ignore lint/performance/noAwaitInLoops: there are a dozen settings
      await storeSetting(query, { key, value, managedBy, at: by.at });
    }
    return { stored, detail: { before: valuesOf(held.values, stored), after: valuesOf(looks, stored) } };
  });
}

/** Replaces the logo; without a picture, there is none afterwards. */
export function changeLogo(
  database: RecordsDatabase,
  { picture, assertMeantFor }: { picture: CleanedPicture | undefined } & Pick<SettingsChange, "assertMeantFor">,
  by: By,
): Promise<SettingsOutcome> {
  return locked(database, { by, assertMeantFor }, async (query, held) => {
    const value = picture && {
      media_type: picture.type,
      width: picture.width,
      height: picture.height,
      image: Buffer.from(picture.image).toString("base64"),
    };
    if (isDeepStrictEqual(held.values[LOGO], value)) return { stored: new Set(), detail: {} };
    await storeSetting(query, { key: LOGO, value, managedBy: undefined, at: by.at });
    return { stored: new Set([LOGO]), detail: { logo: value === undefined ? "removed" : "changed" } };
  });
}

type Stored = { readonly stored: ReadonlySet<string>; readonly detail: Readonly<Record<string, unknown>> };

type Act = (query: Query, held: HeldSettings) => Promise<Stored | { readonly wrong: readonly WrongSetting[] }>;

/** An act on the settings, which no other act changes in the meantime. Its audit row says what changed. */
function locked(
  database: RecordsDatabase,
  { by, assertMeantFor }: Pick<SettingsChange, "assertMeantFor"> & { readonly by: By },
  act: Act,
): Promise<SettingsOutcome> {
  return inStatements(database, async (query) => {
    await query(SETTINGS_LOCK, []);
    const held = await readSettings(query);
    assertMeantFor?.(asLocked(held));
    const done = await act(query, held);
    if ("wrong" in done) return done;
    if (done.stored.size === 0) return "same";
    await recordAudit(query, { type: "settings_changed", ...by, detail: done.detail });
    return "changed";
  });
}

const valuesOf = (values: Readonly<Record<string, unknown>>, keys: ReadonlySet<string>) =>
  Object.fromEntries([...keys].map((key) => [key, values[key] ?? null]));
