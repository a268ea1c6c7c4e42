/** Providers at which people may sign in, in a configuration file. */
import { hashSecret, isSecret, reasonOf } from "@countersign/rules";
import { z } from "zod";
import { sqlIn } from "../../../platform/records/records.ts";
import { providerOwner } from "../../../platform/stores/ways-in/identity-providers.ts";
import { listKept, markKept } from "../../entity-acts.ts";
import { declaredShape } from "../../entity-shapes.ts";
import { declaredOf, takenFrom } from "../../entity-values.ts";
import {
  changedProvider,
  providers as entity,
  type NewProvider,
  type ProviderChanges,
  type ProviderRecord,
  providerFields,
  providerSecret,
  usualSettings,
} from "../../providers/entity.ts";
import { PROVIDER_MISFITS, problemOfProvider } from "../../providers/fits.ts";
import {
  addIdentityProvider,
  changeIdentityProvider,
  removeIdentityProvider,
} from "../../providers/identity-providers.ts";
import { refusal } from "../refusal.ts";
import { type Secrets, secretReference } from "../secrets.ts";
import { type Applying, assertDone, type Deployment, defineKind, type Held, type Problem } from "./kind.ts";

const SECRET = "client_secret";

// Those that belong to an organization are changed there.
const { organization: _, ...fields } = providerFields;
const { issuer, scopes } = changedProvider.shape;

const shape = declaredShape(fields)
  .extend({
    issuer,
    scopes,
    [SECRET]: secretReference
      .optional()
      .describe("our client secret there; {generate: true} leaves the one that is held; none for our signing keys"),
  })
  .transform((declared, context) => {
    const usual = usualSettings(declared.preset);
    const { issuer: at = usual.issuer, scopes: asked = usual.scopes } = declared;
    if (at !== undefined) return { ...declared, issuer: at, scopes: asked };
    context.addIssue({ code: "custom", path: ["issuer"], message: "is missing: an OpenID Provider needs one" });
    return z.NEVER;
  });

type ProviderEntry = z.output<typeof shape>;

const settingsOf = (entry: ProviderEntry) => takenFrom(fields, entry) as NewProvider;

export const providers = defineKind<ProviderEntry>({
  section: "providers",
  noun: "provider",
  shape,
  keyOf: ({ alias }) => alias,
  references: () => [],

  async held(records, deployment) {
    const query = sqlIn(records);
    const sealed = new Map((await query(SEALED, [])).map(({ id, sealed: text }) => [id, text as Uint8Array | null]));
    return (await listKept(query, entity))
      .filter(({ organization }) => organization === null)
      .map((found) => heldOf(found, sealed.get(found.id) ?? null, deployment));
  },

  check(entry) {
    const problem = problemOfProvider({ ...settingsOf(entry), hasSecret: entry[SECRET] !== undefined });
    if (problem === undefined) return [];
    const { member, detail } = PROVIDER_MISFITS[problem];
    return [{ path: [member === "secret" ? SECRET : member], message: detail }];
  },

  checkChange,

  secret: {
    field: SECRET,
    useOf: () => "presented",
    problemOf(text) {
      const read = providerSecret.safeParse(text, { reportInput: true });
      const [issue] = read.error?.issues ?? [];
      return issue && reasonOf(issue);
    },
  },

  async create(to, entry, by) {
    const secret = secretIn(to, entry);
    if (secret === undefined) throw new Error("a provider was planned without its secret");
    await addIdentityProvider(acting(to), { ...settingsOf(entry), secret }, by);
  },

  async change(to, { after, fields: changed }, by) {
    const secret = changed.includes(SECRET) ? secretIn(to, after) : undefined;
    const { alias, preset: __, ...settings } = settingsOf(after);
    const changes: ProviderChanges = { ...settings, secret };
    const done = await changeIdentityProvider(acting(to), alias, changes, by);
    assertDone(done === "changed" || done === "same", `the provider ${alias} cannot be changed`);
  },

  async remove(to, { alias }, by) {
    assertDone(await removeIdentityProvider(to, alias, by), `there is no provider ${alias}`);
  },

  mark: (records, { alias }, managedBy) => markKept(sqlIn(records), entity, alias, managedBy),
});

function checkChange(held: Held<ProviderEntry> | undefined, entry: ProviderEntry, secrets: Secrets): Problem[] {
  const { client_secret: reference } = entry;
  const text = reference && secrets(reference);
  const problem = (member: string, message: string) => [{ path: [member], message }];
  if (reference !== undefined && "generate" in reference && held?.secret === undefined) {
    return problem(SECRET, "comes from the provider: write {env: NAME} or {file: PATH}");
  }
  if (held === undefined) return [];
  if (held.entry.preset !== entry.preset) return problem("preset", "cannot be changed: add another provider");

  // The secret of before would be sent to the new issuer.
  const isKept = held.secret !== undefined && reference !== undefined && (text === undefined || held.secret.is(text));
  const isMoved = held.entry.issuer !== entry.issuer;
  return isMoved && isKept ? problem(SECRET, "another issuer needs another client secret") : [];
}

/** The secret that an entry names; null if it names none, and undefined if it is not known. */
const secretIn = ({ secrets }: Applying, { client_secret: reference }: ProviderEntry) =>
  reference === undefined ? null : secrets(reference);

const acting = (to: Applying) => ({ database: to, texts: textsOf(to.deployment) });

/** What seals our secrets. Throws a refusal without the key-encryption keys. */
export function textsOf({ texts }: Deployment) {
  if (texts === undefined) throw refusal("set KEY_ENCRYPTION_KEYS, as the service does");
  return texts;
}

const SEALED = "SELECT id, sealed_secret AS sealed FROM identity_provider WHERE organization_id IS NULL";

function heldOf(found: ProviderRecord, sealed: Uint8Array | null, deployment: Deployment): Held<ProviderEntry> {
  const { id, keyEncryptionKeyId } = found;
  const secret = sealed === null || keyEncryptionKeyId === null ? undefined : { sealed, keyEncryptionKeyId };
  const is = (text: string) =>
    secret !== undefined && isSecret(text, hashSecret(textsOf(deployment).open(secret, providerOwner(id))));
  const entry = declaredOf(fields, found) as ProviderEntry;
  return {
    entry: { ...entry, ...(secret !== undefined && { [SECRET]: { generate: true as const } }) },
    managedBy: found.managedBy,
    isOfService: false,
    secret: secret && { is },
  };
}
