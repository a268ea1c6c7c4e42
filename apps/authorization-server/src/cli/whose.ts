/** Whose things a command ends: named, or all of them in so many words. Nothing is ended because an option was forgotten. */
import type { Database } from "@countersign/database";
import { clientAdministration } from "../stores/clients.ts";
import { userAdministration } from "../stores/users.ts";
import { clientOfId } from "./clients/record.ts";
import { refusal } from "./refusal.ts";
import { accountNamed } from "./users/account.ts";

export interface WhoseOptions {
  readonly all?: true;
  readonly user?: string;
  readonly client?: string;
}

/** What the options mean; `undefined` restricts nothing. Refuses an unknown person or client, and anything but one option. */
export async function readWhose(
  database: Pick<Database, "pool">,
  { all, user, client }: WhoseOptions,
): Promise<{ readonly userId: string | undefined; readonly clientId: string | undefined }> {
  const given = [all, user, client].filter((option) => option !== undefined);
  if (given.length !== 1) throw refusal("say whose: give one option, or --all");

  const account = user === undefined ? undefined : await accountNamed(userAdministration(database), user);
  const found = client === undefined ? undefined : await clientOfId(clientAdministration(database), client);
  return { userId: account?.id, clientId: found?.id };
}
