/** The statements that a service sent, of a log of PostgreSQL in JSON. */

interface Line {
  readonly user?: string;
  readonly message?: string;
}

/** Statements that change or read rows. Others (BEGIN, SET, LOCK) name no column. */
const OF_ROWS = /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH)\b/i;

/**
 * @param log lines of `log_destination=jsonlog`
 * @returns each statement of rows that this login sent, once, in alphabetical order
 */
export function statementsOf(log: string, login: string): readonly string[] {
  const lines = log.split("\n").filter((line) => line !== "");
  const sent = lines.flatMap((line) => {
    const { user, message = "" } = JSON.parse(line) as Line;
    const statement = /^(?:execute [^:]*|statement): ([\s\S]*)$/.exec(message)?.[1]?.trim() ?? "";
    return user === login && OF_ROWS.test(statement) ? [statement] : [];
  });
  return [...new Set(sent)].sort();
}
