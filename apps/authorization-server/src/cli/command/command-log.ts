import type { Logger } from "@countersign/service";
import type { Context } from "./context.ts";

/** A log on standard error, for commands that do what the service does on its schedule. */
export async function commandLog({ complain }: Pick<Context, "complain">, name: string): Promise<Logger> {
  // The module is loaded here, because few commands need it.
  const { createLogger } = await import("@countersign/service");
  return createLogger({ name, level: "info", destination: { write: (line: string) => complain(line.trimEnd()) } });
}
