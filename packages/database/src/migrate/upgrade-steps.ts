/** What a migration does to a database in use, as its text says. */
import { runsOutside } from "./apply-migration.ts";
import { lastUsedBy, type Migration } from "./migration-files.ts";

export interface UpgradeStep {
  readonly name: string;
  /** The last version that uses what the migration removes. Without it, the migration only adds. */
  readonly lastUsedBy?: string;
  /** Whether it builds indexes beside the statements of others. It then takes long in a large table, and locks none. */
  readonly isBuilding: boolean;
  /** The tables of before that it locks for a moment: statements there wait until it has ended. */
  readonly locks: readonly string[];
}

const CREATED = /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi;
const LOCKED = [
  /\b(?:ALTER|DROP|LOCK) TABLE (?:IF EXISTS )?(?:ONLY )?"?(\w+)"?/gi,
  /\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)(?:IF NOT EXISTS )?\w+ ON "?(\w+)"?/gi,
  /\bON "?(\w+)"?\s+(?:REFERENCING [\w ]+ )?FOR EACH (?:ROW|STATEMENT)\b/gi,
];

/** The steps of an upgrade. A table that an earlier step creates is used by no one yet. */
export function stepsOf(pending: readonly Migration[]): UpgradeStep[] {
  const created = new Set<string>();
  return pending.map((migration) => {
    const sql = migration.sql.replaceAll(/--.*$/gm, "");
    for (const [, table = ""] of sql.matchAll(CREATED)) created.add(table);
    const locked = LOCKED.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, table = ""]) => table));
    const last = lastUsedBy(migration);
    return {
      name: migration.name,
      ...(last !== undefined && { lastUsedBy: last }),
      isBuilding: runsOutside(migration),
      locks: [...new Set(locked)].filter((table) => !created.has(table)).sort(),
    };
  });
}
