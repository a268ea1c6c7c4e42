/** Providers at which people may sign in, in a configuration file. */
import { hashSecret, isSecret, reasonOf } from "@countersign/rules";
import { type DeclarableProvider, declarableProviders } from "../../platform/records/identity-providers.ts";
import { providerOwner } from "../../platform/stores/ways-in/identity-providers.ts";
import {
  addIdentityProvider,
  changeIdentityProvider,
  removeIdentityProvider,
} from "../providers/identity-providers.ts";
import { type Applying, assertDone, type Deployment, defineKind, type Held, type Problem } from "./kind.ts";
import { type ProviderEntry, problemOf, providerEntryShape, settingsOf } from "./provider-entry.ts";
import { providerShape } from "./provider-shape.ts";
import { refusal } from "./refusal.ts";
import type { Secrets } from "./secrets.ts";

const SECRET = "client_secret";

export const providers = defineKind<ProviderEntry>({
  section: "providers",
  noun: "provider",
  shape: providerEntryShape,
  keyOf: ({ alias }) => alias,
  references: () => [],

  async held(records, deployment) {
    return (await declarableProviders(records)).map((found) => heldOf(found, deployment));
  },

  check(entry) {
    const problem = problemOf(entry);
    return problem === undefined ? [] : [problem];
  },

  checkChange,

  secret: {
    field: SECRET,
    useOf: () => "presented",
    problemOf(text) {
      const read = providerShape.shape.secret.safeParse(text, { reportInput: true });
      const [issue] = read.error?.issues ?? [];
      return issue && reasonOf(issue);
    },
  },

  async create(to, entry, by) {
    const { alias, preset } = entry;
    const secret = secretIn(to, entry);
    if (secret === undefined) throw new Error("a provider was planned without its secret");
    const id = await addIdentityProvider(acting(to), { alias, preset, ...settingsOf(entry), secret }, by);
    assertDone(id !== undefined, `there is a provider ${alias} already`);
  },

  async change(to, { after, fields }, by) {
    const secret = fields.includes(SECRET) ? secretIn(to, after) : undefined;
    const done = await changeIdentityProvider(acting(to), after.alias, { ...settingsOf(after), secret }, by);
    assertDone(done === "changed" || done === "same", `the provider ${after.alias} cannot be changed`);
  },

  async remove(to, { alias }, by) {
    assertDone(await removeIdentityProvider(to, alias, by), `there is no provider ${alias}`);
  },

  mark: ({ identityProvider }, { alias }, managedBy) =>
    identityProvider.updateMany({ where: { alias }, data: { managedBy } }),
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

function heldOf(found: DeclarableProvider, deployment: Deployment): Held<ProviderEntry> {
  const { id, alias, name, preset, issuer, clientId, scopes, mode, domains, autoLink, secret } = found;
  const { enforced, mfa, phr, rpInitiatedLogout, claims } = found;
  const entry = { alias, name, preset, issuer, client_id: clientId, scopes, mode, domains, auto_link: autoLink };
  const is = (text: string) =>
    secret !== undefined && isSecret(text, hashSecret(textsOf(deployment).open(secret, providerOwner(id))));
  return {
    entry: {
      ...entry,
      ...(secret !== undefined && { [SECRET]: { generate: true as const } }),
      enforced,
      mfa,
      phr,
      rp_initiated_logout: rpInitiatedLogout,
      claims,
      enabled: found.disabledAt === null,
    },
    managedBy: found.managedBy,
    isOfService: false,
    secret: secret && { is },
  };
}
