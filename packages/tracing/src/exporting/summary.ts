/** What a statement without a name does: its verb and its table, as `db.query.summary` has it. No value, no list. */

const LONGEST_READ = 4000;
const LONGEST_NAME = 64;
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE)\s+("?[\w$]+"?(?:\."?[\w$]+"?)?)/i;
const VERB = /\b(SELECT|INSERT|UPDATE|DELETE|MERGE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|LOCK|COPY|SHOW)\b/i;
const QUOTED = /'[^']*'/g;

/** Reads the beginning of the text only, so a long list of parameters costs nothing. */
export function summaryOf(text: string): string {
  const start = text.slice(0, LONGEST_READ).replace(QUOTED, "");
  const verb = VERB.exec(start)?.[1]?.toUpperCase() ?? "STATEMENT";
  const table = TABLE.exec(start)?.[1]?.replaceAll('"', "").split(".").at(-1);
  return table === undefined ? verb : `${verb} ${table.slice(0, LONGEST_NAME)}`;
}
