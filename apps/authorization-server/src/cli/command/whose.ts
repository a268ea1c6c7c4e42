/**
 * Selects whose things a command ends: those of a named person or client, or with --all those of everyone. If no
 * option is given, nothing is ended.
 */
import type { Database } from "@countersign/database";
import { clientOfId } from "../clients/clients.ts";
import { accountNamed } from "../users/account.ts";
import { refusal } from "./refusal.ts";

export interface WhoseOptions {
  readonly all?: true;
  readonly user?: string;
  readonly client?: string;
}

/**
 * The meaning of the options; `undefined` restricts nothing. A person and a client together select what that person has
 * at that client. Refuses an unknown person or client, a missing option, and --all together with another option.
 */
export async function readWhose(
  database: Pick<Database, "pool" | "prisma">,
  { all, user, client }: WhoseOptions,
): Promise<{ readonly userId: string | undefined; readonly clientId: string | undefined }> {
  const isNamed = user !== undefined || client !== undefined;
  if (isNamed === (all === true)) throw refusal("name a person or a client, or give --all");

  const account = user === undefined ? undefined : await accountNamed(database, user);
  const found = client === undefined ? undefined : await clientOfId(database, client);
  return { userId: account?.id, clientId: found?.id };
}
