/** Clients in a configuration file (RFC 6749 §2). Their pictures are not configuration. */
import {
  clientMetadata,
  hasSecret,
  hmacAlgsOf,
  isLongEnough,
  isSecret,
  newClientSecret,
  reasonOf,
  type Secret,
  type SecretUse,
  secretUseIn,
} from "@countersign/rules";
import { type DeclarableClient, declarableClients } from "../../../platform/records/clients.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { addClient, enableClient, removeClient } from "../../clients/clients.ts";
import { changeDeclaredClient, disableDeclaredClient, replaceClientSecret } from "../../clients/declared-clients.ts";
import { refusal } from "../refusal.ts";
import { asWritten, type ClientEntry, clientShape, entryOf, metadataOf } from "./client-shape.ts";
import { type Applying, assertDone, type Deployment, defineKind, type Problem } from "./kind.ts";
import { resourceServers } from "./resource-servers.ts";

const section = "clients";
const SECRET = "client_secret";

/** What the secret of a client is for. */
const useOf = (entry: ClientEntry): SecretUse => secretUseIn(metadataOf(entry) as Parameters<typeof secretUseIn>[0]);

export const clients = defineKind<ClientEntry>({
  section,
  noun: "client",
  shape: clientShape,
  keyOf: ({ client_id }) => client_id,
  references: ({ resource_server: key }) =>
    key === undefined ? [] : [{ section: resourceServers.section, key, path: ["resource_server"] }],

  async held(records, deployment, declared) {
    const found = await declarableClients(
      records,
      declared.map(({ client_id }) => client_id),
    );
    return found.map((client) => heldOf(client, deployment));
  },

  check,

  secret: {
    field: SECRET,
    useOf: (entry) => (hasSecret(useOf(entry)) ? hmacAlgsOf(useOf(entry)).join(" ") : undefined),
    problemOf(text, entry) {
      if (!/^[\x21-\x7E]{32,1024}$/.test(text)) return "must be of 32 to 1024 visible ASCII characters";
      const isKey = hmacAlgsOf(useOf(entry)).length > 0;
      return isKey && !isLongEnough(text, useOf(entry)) ? "is too short for the key of an HMAC" : undefined;
    },
  },

  async prepare(entries, deployment) {
    // biome-ignore lint/performance/noAwaitInLoops: it sends statements only for the first client of an algorithm
    for (const entry of entries) await deployment.prepareKeys(metadataIn(entry, deployment));
  },

  async create(to, entry, by) {
    const { client_id: id, resource_server: resourceServer } = entry;
    const metadata = metadataIn(entry, to.deployment);
    const stored = await storedSecret(to, entry);
    const made = { id, metadata, logo: undefined, secretHash: undefined, resourceServer, ...stored };
    assertDone(await addClient(to, made, by), `there is a client ${id} already`);
    if (!entry.enabled) await disableDeclaredClient(to, id, by);
  },

  async change(to, { before, after, fields }, by) {
    const { client_id: clientId, resource_server: resourceServer } = after;
    const metadata = metadataIn(after, to.deployment);
    const isChanged = await changeDeclaredClient(to, { clientId, metadata, resourceServer }, by);
    assertDone(isChanged, `there is no client ${clientId}`);
    if (fields.includes(SECRET)) {
      await replaceClientSecret(to, { clientId, secret: await storedSecret(to, after) }, by);
    }
    if (before.enabled !== after.enabled) await setEnabled(to, after, by);
  },

  async remove(to, { client_id: id }, by) {
    assertDone(await removeClient(to, id, by), `there is no client ${id}`);
  },

  mark: ({ client }, { client_id: id }, managedBy) => client.updateMany({ where: { id }, data: { managedBy } }),
});

function heldOf(found: DeclarableClient, { console }: Deployment) {
  const { id, resourceServer, secretHash, disabledAt } = found;
  const state = {
    client_id: id,
    client_secret: secretHash && { generate: true as const },
    resource_server: resourceServer,
    enabled: disabledAt === null,
  };
  return {
    entry: entryOf(state, found),
    managedBy: found.managedBy ?? null,
    isOfService: id === console,
    ...(found.isOwn && { notDeclarable: "manages its own registration" }),
    ...(found.hasLogo && { omits: "logo" as const }),
    secret: secretHash && { is: (text: string) => isSecret(text, secretHash) },
  };
}

/** What is wrong with an entry: its members beside each other, and its secret beside them. */
function check(entry: ClientEntry, { own }: Deployment): Problem[] {
  if (own === undefined) return [{ path: [], message: "cannot be checked: set ISSUER, as the service does" }];
  const read = clientMetadata(own).safeParse(metadataOf(entry), { reportInput: true });
  if (!read.success) {
    return read.error.issues.map((issue) => ({
      path: asWritten(issue.path as (string | number)[]),
      message: reasonOf(issue),
    }));
  }
  const needs = hasSecret(secretUseIn(read.data));
  if (needs && entry.client_secret === undefined) {
    return [{ path: [SECRET], message: "is missing: write {env: NAME}, {file: PATH} or {generate: true}" }];
  }
  return needs || entry.client_secret === undefined ? [] : [{ path: [SECRET], message: "is for a client without one" }];
}

function metadataIn(entry: ClientEntry, { own }: Deployment) {
  if (own === undefined) throw refusal("set ISSUER, as the service does");
  return clientMetadata(own).parse(metadataOf(entry));
}

/** What is stored of the secret that an entry names; it is made, and told, if it is to be generated. */
async function storedSecret({ deployment, secrets, tell }: Applying, { client_id: id, ...entry }: ClientEntry) {
  const { client_secret: reference } = entry;
  if (reference === undefined) return undefined;
  const use = useOf({ client_id: id, ...entry });
  const given = secrets(reference);
  const secret = (given as Secret | undefined) ?? newClientSecret(use);
  if (given === undefined) tell(section, id, secret);
  return deployment.sealClientSecret(secret, id, use);
}

async function setEnabled(to: Applying, { client_id: id, enabled }: ClientEntry, by: By): Promise<void> {
  if (enabled) await enableClient(to, id, by);
  else await disableDeclaredClient(to, id, by);
}
