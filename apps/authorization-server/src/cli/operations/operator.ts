/** The operator as the caller of an operation, and what operations may use then. */
import type { Database } from "@countersign/database";
import { hmacAlgsOf } from "@countersign/rules";
import type { z } from "zod";
import type { Caller } from "../../administration/api/access/access.ts";
import type { OperatorDependencies } from "../../administration/api/command.ts";
import { administrationResource } from "../../administration/api/environment.ts";
import { ADMIN_SCOPES } from "../../administration/api/scopes.ts";
import { clientSecrets } from "../../issuer/clients/secrets.ts";
import type { Hooks } from "../../issuer/hooks/hooks.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { webhookTargetProblem } from "../../platform/jobs/outbox/webhook-target.ts";
import { openTxtRecords } from "../../platform/outbound/txt-records.ts";
import { hookStore } from "../../platform/stores/hooks/hooks.ts";
import { roleStore } from "../../platform/stores/person/roles.ts";
import type { Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { outboxIn } from "../command/mail.ts";
import {
  hookEnvironment,
  issuerEnvironment,
  keyEnvironment,
  ownersEnvironment,
  signUpVariable,
  webhookEnvironment,
} from "../config.ts";

/** A person who may use commands may do everything, and is asked for no second factor. */
export const OPERATOR: Caller = {
  actor: { kind: "operator" },
  id: "operator",
  clientId: undefined,
  scopes: ADMIN_SCOPES,
};

/** Reads variables. Throws an error that lists every problem. */
type Read = <T>(shape: z.ZodType<T>) => T;

/** Runs `work` with what operations use. Each part is opened when it is used first, from its variables. */
export async function asOperator<T>(context: Context, work: (deps: OperatorDependencies) => Promise<T>): Promise<T> {
  // Loaded here, because loading what the services need of this package takes longer than most commands run.
  const { readEnvironment } = await import("@countersign/service");
  const read: Read = (shape) => readEnvironment(shape, context.environment);
  return withDatabase(context, (database) => work(dependenciesOf(database, read, context)));
}

/** Asks a hook as the service does. What it takes is loaded for the one command that does. */
async function trial(database: Database, read: Read, now: Context["now"], ...asked: Parameters<Hooks["trial"]>) {
  const { openHooks } = await import("../../issuer/hooks/hooks.ts");
  const config = read(hookEnvironment);
  const parts = { store: hookStore(database), texts: sealedTexts(config.KEY_ENCRYPTION_KEYS) };
  const hooks = openHooks({ ...parts, config, now, log: { info() {}, error() {} } });
  return hooks.trial(...asked).finally(() => hooks.close());
}

/** Whether the service would send requests to an address. */
const reaches = (url: string, read: Read) => webhookTargetProblem(url, read(webhookEnvironment)) === undefined;

const dependenciesOf = (database: Database, read: Read, { now, txtRecords }: Context): OperatorDependencies => ({
  database,
  namesFirst: true,
  now,
  clientSecrets: {
    seal(secret, clientId, use) {
      const keys = hmacAlgsOf(use).length === 0 ? [] : read(keyEnvironment).KEY_ENCRYPTION_KEYS;
      return clientSecrets(keys).seal(secret, clientId, use);
    },
  },
  get administration() {
    return administrationResource(read(ownersEnvironment));
  },
  get issuer() {
    return read(issuerEnvironment).ISSUER;
  },
  get mail() {
    return outboxIn(read);
  },
  // A command keeps nothing in memory that an act would make stale.
  resources: { forget() {} },
  clients: { forget() {} },
  hooks: { reaches: (url) => reaches(url, read), trial: (...asked) => trial(database, read, now, ...asked) },
  sealedTexts: { seal: (text, owner) => sealedTexts(read(keyEnvironment).KEY_ENCRYPTION_KEYS).seal(text, owner) },
  signUp: {
    get takesInvitations() {
      return read(signUpVariable).SIGN_UP !== "closed";
    },
  },
  // The service looks for what is due each second.
  webhookDeliveries: { reaches: (url) => reaches(url, read), wake() {} },
  get roles() {
    return roleStore(database);
  },
  get txtRecords() {
    return txtRecords ?? openTxtRecords();
  },
});
