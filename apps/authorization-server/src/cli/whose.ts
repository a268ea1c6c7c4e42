/**
 * Whose things a command ends: named, or all of them in so many words. Nothing is ended because an option was
 * forgotten.
 */
import type { Database } from "@countersign/database";
import { clientOfId } from "./clients/record.ts";
import { refusal } from "./refusal.ts";
import { accountNamed } from "./users/account.ts";

export interface WhoseOptions {
  readonly all?: true;
  readonly user?: string;
  readonly client?: string;
}

/**
 * What the options mean; `undefined` restricts nothing. A person and a client together are what that person has there.
 * Refuses an unknown person or client, no option, and --all beside another one.
 */
export async function readWhose(
  database: Pick<Database, "pool" | "prisma">,
  { all, user, client }: WhoseOptions,
): Promise<{ readonly userId: string | undefined; readonly clientId: string | undefined }> {
  const isNamed = user !== undefined || client !== undefined;
  if (isNamed === (all === true)) throw refusal("say whose: give one option, or --all");

  const account = user === undefined ? undefined : await accountNamed(database, user);
  const found = client === undefined ? undefined : await clientOfId(database, client);
  return { userId: account?.id, clientId: found?.id };
}
