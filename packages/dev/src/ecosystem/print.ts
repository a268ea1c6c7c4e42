/**
 * The lines of a service's log that a person sees: the name of the service, and errors and warnings only. The file
 * has all lines.
 */

const WARN = 40; // pino's level; 50 is an error, 60 fatal

/**
 * One line of a service's log for people, or undefined if people need not see it.
 *
 * @param line JSON as pino writes it, or text from a crashing process or from Node itself
 */
export function forPeople(service: string, line: string): string | undefined {
  const entry = parse(line);
  if (entry === undefined) return line.trim() === "" ? undefined : `[${service}] ${line}`;
  if (typeof entry.level !== "number" || entry.level < WARN) return undefined;

  const word = entry.level > WARN ? "error" : "warning";
  const reason =
    typeof entry.err === "object" && entry.err !== null && "message" in entry.err ? `: ${entry.err.message}` : "";
  return `[${service}] ${word}: ${entry.msg ?? ""}${reason}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
