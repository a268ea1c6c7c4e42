/**
 * The people and clients of the attack catalogue. They are written once a run, into the database that the world of each
 * test is a copy of: to write them takes longer than to copy it.
 */
import { openDatabase } from "@countersign/database";
import { addClient } from "../src/administration/clients/clients.ts";
import { addPerson } from "../src/administration/people/people.ts";
import { resourceServerStore } from "../src/platform/stores/client/resource-servers.ts";
import { byOperatorAt } from "./acts/acts.ts";
import { clientsOf } from "./clients/clients.ts";
import { asService } from "./servers/service-login.ts";

export const issuer = "https://auth.example";
export const resource = "https://api.example";
export const noon = new Date("2030-01-01T12:00:00Z");
export const PEOPLE = ["alice", "mallory"] as const;

/** argon2id of the `password` of world.ts, with a tenth of the cost that real ones have. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=1024,t=1,p=1$MTtI7d2b8zj+OOPkhBqu0g$4UhSBNHiQ7DlbS5DwA8lkZ1DzHzq3pmxIN0EQcZTMc8";

export async function inhabit(superuserUrl: string): Promise<void> {
  const database = openDatabase({ connectionString: asService(superuserUrl), max: 1 });
  try {
    const scopes = ["openid", "profile", "email", "address", "phone", "offline_access"];
    const about = { name: "userinfo", accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 } as const;
    await resourceServerStore(database).upsert({ identifier: resource, scopes, ...about });
    for (const username of PEOPLE) {
      const claims = { name: `${username} example`, email: `${username}@example.org`, email_verified: true };
      await addPerson(database, { username, passwordHash: PASSWORD_HASH, claims }, byOperatorAt(noon));
    }
    for (const client of clientsOf(issuer)) await addClient(database, client, byOperatorAt(noon));
  } finally {
    await database.close();
  }
}
