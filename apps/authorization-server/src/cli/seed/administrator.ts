/** The demo administrator, and the clients of the console and of the command line, if the administration API is on. */
import type { Database } from "@countersign/database";
import { readJson } from "@countersign/guard/json";
import { clientMetadata } from "@countersign/rules";
import { administrationResource } from "../../administration/api/environment.ts";
import { COMMAND_LINE_CLIENT_ID, commandLineMetadata } from "../../administration/api/standing/command-line-client.ts";
import { CONSOLE_CLIENT_ID, consoleMetadata } from "../../administration/api/standing/console-client.ts";
import { ensureAdministrationResource } from "../../administration/api/standing/resource.ts";
import { addPerson } from "../../administration/people/people.ts";
import { assignRole } from "../../administration/roles/roles.ts";
import { addTotp } from "../../administration/ways-in/second-factors.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { openOutbox } from "../../people/mail/outbox.ts";
import { findPerson } from "../../platform/records/people.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { NewClient } from "../../platform/stores/client/clients.ts";
import { resourceServerStore } from "../../platform/stores/client/resource-servers.ts";
import { roleStore } from "../../platform/stores/person/roles.ts";
import { validate } from "../command/input.ts";
import type { SeedEnvironment } from "../config.ts";

/** The secret of the demo administrator's authenticator app, in base32. It is as public as the password. */
const TOTP_SECRET = "COUNTERSIGNDEMOKEYOFADMINISTRATO";

export const DEMO_ADMINISTRATOR = { username: "admin", password: "admin-demo-password", totp: TOTP_SECRET } as const;

/** The client of the console at its address; none if the seed is told no address. */
export function consoleClient({ ISSUER, ...environment }: SeedEnvironment): readonly NewClient[] {
  const { SEED_ADMIN_CONSOLE_URL: url, SEED_ADMIN_CONSOLE_KEY: key } = environment;
  if (url === undefined || key === undefined) return [];
  const jwk = readJson(key, { longest: key.length }) as Record<string, unknown>;
  const metadata = validate(clientMetadata({ issuer: ISSUER }), consoleMetadata(url, [jwk]), "the console");
  return [{ id: CONSOLE_CLIENT_ID, metadata, secretHash: undefined, logo: undefined }];
}

/** The client of the command line elsewhere, where the administration API is on. */
export function commandLineClient(environment: SeedEnvironment): readonly NewClient[] {
  if (administrationResource(environment) === undefined) return [];
  const metadata = validate(clientMetadata({ issuer: environment.ISSUER }), commandLineMetadata(), "the command line");
  return [{ id: COMMAND_LINE_CLIENT_ID, metadata, secretHash: undefined, logo: undefined }];
}

/** Adds the demo administrator, who is an owner, if the administration API is on. An existing one stays as it is. */
export async function seedAdministrator(
  database: Database,
  environment: SeedEnvironment,
  { hash, by }: { readonly hash: (password: string) => Promise<string>; readonly by: By },
): Promise<boolean> {
  const resource = administrationResource(environment);
  const { KEY_ENCRYPTION_KEYS: keys } = environment;
  if (resource === undefined || keys === undefined) return false;
  const { username, password } = DEMO_ADMINISTRATOR;
  if ((await findPerson(database, username)) !== undefined) return true;

  const stores = { resources: resourceServerStore(database), roles: roleStore(database) };
  await ensureAdministrationResource(stores, environment, by.at);
  const claims = { name: "Demo Administrator" };
  const userId = await addPerson(database, { username, passwordHash: await hash(password), claims }, by);
  if (userId === undefined) return false;
  const texts = sealedTexts(keys);
  const mail = openOutbox({ isOn: false, domain: "localhost", texts });
  const app = { name: "Demo", secret: TOTP_SECRET, step: 0 };
  await addTotp({ userId, browser: "" }, app, { database, mail, sealedTexts: texts }, by);
  await assignRole(database, { resource, name: "owner" }, { userId }, by);
  return true;
}
