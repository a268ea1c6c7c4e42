/** What tests of a restore need to make, end and look for. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { clientMetadata, hashSecret } from "@countersign/rules";
import { addClient } from "../../src/administration/clients/clients.ts";
import { addPerson } from "../../src/administration/people/people.ts";
import { addIdentityProvider } from "../../src/administration/providers/identity-providers.ts";
import { sealedTexts } from "../../src/issuer/keys/sealed-texts.ts";
import { outboxOf } from "../../src/people/mail/notices-only.ts";
import { byOperatorAt, newProvider } from "../acts/acts.ts";
import { issuer } from "../inhabitants.ts";

export const BEFORE = new Date("2025-01-01T00:00:00Z");
export const by = byOperatorAt(new Date("2025-01-02T00:00:00Z"));
export const mail = outboxOf({ isOn: false, enqueueAll: async () => {} });
export const texts = sealedTexts([{ id: "k1", key: Buffer.alloc(32) }]);

export type Scene = Pick<Database, "pool" | "prisma">;

/** A type of act that `restored` repeats. */
export interface RepeatedRow {
  /** Makes what the act ends, and returns what identifies it: the values of `left`. */
  readonly made: (scene: Scene) => Promise<readonly string[]>;
  readonly act: (scene: Scene, ids: readonly string[]) => Promise<unknown>;
  /** Selects what is there until the act is repeated. */
  readonly left: string;
}

const earlier = byOperatorAt(BEFORE);

export async function person(database: Scene): Promise<string> {
  const claims = { email: `${randomUUID()}@example.org`, email_verified: true };
  return (await addPerson(database, { username: `u-${randomUUID()}`, passwordHash: "x", claims }, earlier)) ?? "";
}

export async function client(database: Scene): Promise<string> {
  const id = randomUUID();
  const metadata = clientMetadata({ issuer }).parse({ client_name: "C", redirect_uris: ["https://rp.example/cb"] });
  const secret = { secretHash: hashSecret("s"), sealedSecret: undefined, secretKeyEncryptionKeyId: undefined };
  await addClient(database, { id, metadata, logo: undefined, ...secret }, earlier);
  return id;
}

/** The alias and the id of a provider. */
export async function provider(database: Scene): Promise<readonly [string, string]> {
  const alias = `p${randomUUID().slice(0, 8)}`;
  return [alias, await addIdentityProvider({ database, texts }, { ...newProvider, alias }, earlier)];
}

/** The first value of the first row. */
export const found = async ({ pool }: Scene, text: string, values: readonly unknown[] = []): Promise<string> =>
  String(Object.values((await pool.query(text, [...values])).rows[0] ?? {})[0]);
