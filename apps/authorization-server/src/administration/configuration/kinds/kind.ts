/** A kind of resource that a configuration file declares. A new kind is one file, and one row in kinds.ts. */

import type { SealedFor } from "@countersign/jwt";
import type { ClientMetadata, clientMetadata, Secret, SecretUse } from "@countersign/rules";
import type { z } from "zod";
import type { Records, RecordsDatabase } from "../../../platform/records/records.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import type { StoredSecret } from "../../../platform/stores/client/client-rows.ts";
import { CONFIGURED_ENTITIES, type EntitySection } from "../../entities.ts";
import { unforeseen } from "../refusal.ts";
import type { HeldSecret, SecretField, Secrets } from "../secrets.ts";

const ORDERED = [
  "resource_servers",
  "clients",
  "roles",
  "groups",
  "exchange_policies",
  "providers",
  "trusted_issuers",
  "terms",
  "webhooks",
] as const;

/** Those that do not stand among them come after them. */
const sections = CONFIGURED_ENTITIES.map(({ many }) => many as EntitySection);

/**
 * The members of a file that list resources, in the order in which they are created: a kind refers only to those before
 * it. Who may read and change each by the administration API stands in configuration-rank.ts there.
 */
export const SECTIONS: readonly Section[] = [...new Set([...ORDERED, ...sections]), "settings"];

export type Section = (typeof ORDERED)[number] | EntitySection | "settings";

/** A resource as the file declares it: every field has a value. */
export type Entry = Readonly<Record<string, unknown>>;

/** A resource as the database has it. */
export interface Held<E> {
  readonly entry: E;
  /** The name of the configuration that it belongs to; null for one that operators change by themselves. */
  readonly managedBy: string | null;
  /** Whether the service itself defines it: a file may refer to it, and not declare it. */
  readonly isOfService: boolean;
  /** Why it cannot be declared, if it is not the service that defines it. */
  readonly notDeclarable?: string;
  /** What an export leaves out of it. */
  readonly omits?: "logo";
  /** Its secret, if it has one. */
  readonly secret?: HeldSecret | undefined;
}

/** Why an export leaves something out: another configuration manages it, or it is a logo, which no file has. */
export const OMISSION_CODES = ["managed", "logo"] as const;

/** Why a configuration cannot be applied, and where in the file. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Another resource that a resource needs. */
export interface Reference {
  readonly section: string;
  readonly key: string;
  /** Where the resource names the other one. */
  readonly path: readonly (string | number)[];
  /** Scopes that the other resource has to define. */
  readonly scopes?: readonly string[];
}

interface SealedText {
  readonly sealed: Uint8Array;
  readonly keyEncryptionKeyId: string;
}

/** Seals texts for rows of the database, and opens them. */
interface SealedTexts {
  seal(text: string, owner: SealedFor): SealedText;
  open(text: SealedText, owner: SealedFor): string;
}

/** What a configuration has to know of the deployment. */
export interface Deployment {
  /** The identifier of the administration API, whose resource server and roles the service defines, if it is on. */
  readonly administration: string | undefined;
  /** The client of the console, which only commands change. */
  readonly console: string;
  /** The addresses of the service, where no redirect URI may be; undefined if they are not known. */
  readonly own: Parameters<typeof clientMetadata>[0] | undefined;
  /** What is stored of the secret of a client. */
  sealClientSecret(secret: Secret, clientId: string, use: SecretUse): Promise<StoredSecret>;
  /**
   * Seals and opens the secrets with which we authenticate at other servers; undefined if the key-encryption keys are
   * not known.
   */
  readonly texts: SealedTexts | undefined;
  /** What is wrong with an address that is sent events; undefined if nothing is. */
  targetProblem(url: string): string | undefined;
  /** Makes sure that there are the keys that sign the responses to a client. It uses a connection of its own. */
  prepareKeys(metadata: ClientMetadata): Promise<void>;
}

/** What an act of a kind works with, in the transaction that applies the configuration. */
export interface Applying extends RecordsDatabase {
  readonly deployment: Deployment;
  readonly secrets: Secrets;
  /** Tells the secret that was made for a resource, once everything is applied. */
  tell(section: string, key: string, secret: Secret): void;
}

export interface EntryChange<E> {
  readonly before: E;
  readonly after: E;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

export interface Kind<E> {
  /** The member of the file that lists them. */
  readonly section: Section;
  /** Its name in a plan. */
  readonly noun: string;
  readonly shape: z.ZodType<E>;
  /** What identifies one of them among its kind, and how a plan names it. */
  keyOf(entry: E): string;
  references(entry: E): readonly Reference[];
  /** All of them, in the order of an export. */
  held(records: Records, deployment: Deployment, declared: readonly E[]): Promise<readonly Held<E>[]>;
  /** What is wrong with an entry in this deployment; paths are within the entry. */
  check?(entry: E, deployment: Deployment): readonly Problem[];
  /** What is wrong with a change of one that is held, or with making one that is not. Paths are within the entry. */
  checkChange?(held: Held<E> | undefined, entry: E, secrets: Secrets): readonly Problem[];
  readonly secret?: SecretField<E>;
  /** Whether one that is there is neither changed nor adopted nor removed. */
  readonly isPermanent?: true;
  /** Makes what these need before they are created or changed. */
  prepare?(entries: readonly E[], deployment: Deployment): Promise<void>;
  create(applying: Applying, entry: E, by: By): Promise<void>;
  change(applying: Applying, change: EntryChange<E>, by: By): Promise<void>;
  remove(applying: Applying, entry: E, by: By): Promise<void>;
  /** Records which configuration it belongs to. */
  mark(records: Records, entry: E, owner: string): Promise<unknown>;
}

/** Lets the rows of different kinds stand in one list. */
export const defineKind = <E extends Entry>(kind: Kind<E>): Kind<Entry> => kind as unknown as Kind<Entry>;

/** Fails an act that the plan said would succeed: another operator changed the same resource at the same time. */
export function assertDone(isDone: boolean, what: string): void {
  if (!isDone) throw unforeseen(what);
}
