/** One of everything that is sealed under a key-encryption key, but the secret of a provider. */
import { addImport, receiveLines } from "../src/administration/imports/jobs.ts";
import { addPerson } from "../src/administration/people/people.ts";
import { addTotp } from "../src/administration/ways-in/second-factors.ts";
import type { CommandLine } from "../src/cli/testing/command-line.ts";
import { parseKeyEncryptionKeys } from "../src/issuer/keys/key-encryption-keys.ts";
import { sealedTexts } from "../src/issuer/keys/sealed-texts.ts";
import { openOutbox } from "../src/people/mail/outbox.ts";
import { claimKey, idempotencyOwner, keepReply } from "../src/platform/stores/idempotency-keys.ts";
import { autocommit } from "../src/platform/stores/transaction.ts";
import { byOperatorAt } from "./acts/acts.ts";

const METADATA = ["--name", "App", "--redirect-uri", "https://app.example/cb"];

/** Whose idempotency key it is. */
export const owner = { caller: "alice", key: "k" };

export const textsOf = ({ environment }: Pick<CommandLine, "environment">) =>
  sealedTexts(parseKeyEncryptionKeys(String(environment.KEY_ENCRYPTION_KEYS)));

interface Everything {
  readonly userId: string;
  /** The keys of the webhook and of the hook, the newest first. */
  readonly secrets: string[];
  readonly hookSecrets: string[];
  readonly client: { readonly client_id: string; readonly client_secret: string };
}

export async function sealEverything(cli: CommandLine): Promise<Everything> {
  await cli.json("keys", "rotate");
  const signing = ["--token-endpoint-auth-method", "client_secret_jwt", "--id-token-signed-response-alg", "ES384"];
  const client = await cli.json("clients", "add", ...METADATA, ...signing);
  await cli.json("clients", "add", ...METADATA);
  return { ...(await sealedOfPeople(cli)), ...(await receivers(cli)), client };
}

async function receivers(cli: CommandLine) {
  const url = "https://hooks.example/";
  const secrets = [(await cli.json("webhooks", "add", "Billing", "--url", url)).secret];
  secrets.unshift((await cli.json("webhooks", "rotate-secret", "Billing")).secret);
  const plans = ["--kind", "claims", "--url", url, "--on-error", "omit", "--claims", "plan"];
  const hookSecrets = [(await cli.json("hooks", "add", "Plans", ...plans)).secret];
  hookSecrets.unshift((await cli.json("hooks", "rotate-secret", "Plans")).secret);
  return { secrets, hookSecrets };
}

/** A mail, a person with an authenticator app, an import and a request that may be repeated. */
async function sealedOfPeople(cli: CommandLine) {
  const { database, clock } = cli;
  const [texts, by] = [textsOf(cli), byOperatorAt(clock.now)];
  const outbox = openOutbox({ isOn: true, domain: "auth.example", texts });
  const code = { kind: "enrol-code", parameters: { code: "123456" }, expiresAt: clock.now } as const;
  const mail = { ...code, language: "en", to: "ada@example.org" };
  await outbox.enqueue(autocommit(database.pool), mail, clock.now);

  const claims = { email: "ada@example.org" };
  const userId = (await addPerson(database, { username: "ada", passwordHash: "", claims }, by)) ?? "";
  const app = { name: "App", secret: "GEZDGNBVGY3TQOJQ", step: 1 };
  await addTotp({ userId, browser: "" }, app, { database, mail: outbox, sealedTexts: texts }, by);

  const options = { source: "shop", trustVerified: false, allowWeakHashes: false };
  const importId = (await addImport(database, options, by)) ?? "";
  await receiveLines(database, importId, { first: 1, text: "{}\n".repeat(150) }, texts, by);
  await claimKey(database.pool, owner, texts.seal("hash", idempotencyOwner("request", owner)), clock.now);
  await keepReply(database.pool, owner, texts.seal("reply", idempotencyOwner("reply", owner)));
  return { userId };
}
