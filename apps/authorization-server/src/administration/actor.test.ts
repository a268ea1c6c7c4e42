import { randomBytes, randomUUID } from "node:crypto";
import { clientMetadata, hashSecret, newSecret } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newProvider } from "../../testing/acts/acts.ts";
import { allDirectoryActs } from "../../testing/acts/directory-acts.ts";
import { allOrganizationActs } from "../../testing/acts/organization-acts.ts";
import { passkeyRecord } from "../../testing/factors/passkey-record.ts";
import { issuer, noon, openWorld, resource, type World } from "../../testing/world.ts";
import { sealedTexts } from "../issuer/keys/sealed-texts.ts";
import { openOutbox } from "../people/mail/outbox.ts";
import { findInvitationFor } from "../platform/records/invitations.ts";
import type { Actor, By } from "../platform/stores/audit/audit-events.ts";
import { OPERATOR } from "../platform/stores/person/givers.ts";
import { signingKeyStore } from "../platform/stores/signing-keys.ts";
import { blockedAddresses } from "./blocked-addresses/entity.ts";
import { setClaimMapping } from "./clients/claim-mappings.ts";
import { decideDocument, withdrawDocumentDecision } from "./clients/client-documents.ts";
import { endPreviousClientSecret, rotateClientSecret } from "./clients/client-secrets.ts";
import { addClient, disableClient, enableClient, removeClient } from "./clients/clients.ts";
import { changeDeclaredClient, disableDeclaredClient, replaceClientSecret } from "./clients/declared-clients.ts";
import {
  addInitialAccessToken,
  revokeInitialAccessToken,
  revokeInitialAccessTokens,
} from "./clients/initial-access-tokens.ts";
import { recordSignInTrial } from "./clients/sign-in-trials.ts";
import { addKept, changeKept, removeKept } from "./entity-acts.ts";
import { exchangePolicies } from "./exchange-policies/entity.ts";
import { addGroup, addGroupMember, removeGroup, removeGroupMember, renameGroup } from "./groups/groups.ts";
import { findGroup } from "./groups/store.ts";
import { testHook } from "./hooks/acts.ts";
import { hooks } from "./hooks/entity.ts";
import { invite, withdrawInvitation } from "./invitations/invitations.ts";
import { anyInvitation } from "./invitations/invited-roles.ts";
import { sendInvitationAgain } from "./invitations/send-again.ts";
import { cancelDeletion, eraseSoon, requestDeletion } from "./people/deletion.ts";
import { connectIdentity, disconnectIdentity } from "./people/federated-identities.ts";
import { sendTestMailTo } from "./people/mails-to-oneself.ts";
import { addPerson, disablePerson, enablePerson } from "./people/people.ts";
import { changeProfile } from "./people/profiles.ts";
import {
  addIdentityProvider,
  changeIdentityProvider,
  enableIdentityProvider,
  removeIdentityProvider,
} from "./providers/identity-providers.ts";
import { addSigned, rotateSigned } from "./receiver.ts";
import {
  addResourceServer,
  changeResourceServer,
  disableResourceServer,
  enableResourceServer,
  removeResourceServer,
} from "./resource-servers/resource-servers.ts";
import { addRole, assignRole, changeRole, removeRole, revokeRole } from "./roles/roles.ts";
import { revokeAuthorizations } from "./sessions/authorizations.ts";
import { withdrawConsents } from "./sessions/consents.ts";
import { recordDeviceDenied } from "./sessions/devices.ts";
import { endSessionsOf } from "./sessions/sessions.ts";
import { changeSettings } from "./settings/settings.ts";
import { addTerms } from "./terms/terms.ts";
import { trustedIssuers } from "./trusted-issuers/entity.ts";
import { addPasskey, removePasskey, renamePasskey } from "./ways-in/passkeys.ts";
import { setPassword } from "./ways-in/passwords.ts";
import { replayWebhookDelivery, testWebhook } from "./webhooks/acts.ts";
import { webhooks } from "./webhooks/entity.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const metadata = clientMetadata({ issuer }).parse({ client_name: "C", redirect_uris: ["https://rp.example/cb"] });
const secret = { secretHash: hashSecret("s"), sealedSecret: undefined, secretKeyEncryptionKeyId: undefined };
const api = {
  identifier: "https://orders.example",
  name: "Orders",
  scopes: ["orders"],
  accessTokenSigningAlg: "ES256",
  accessTokenTtlSeconds: 300,
  listed: false,
} as const;
const mail = openOutbox({
  isOn: false,
  domain: "auth.example",
  texts: sealedTexts([{ id: "k1", key: Buffer.alloc(32) }]),
});
const invitation = {
  address: { deliverable: "invited@example.org", canonical: "invited@example.org" },
  lifetimeSeconds: 3600,
  language: "en",
  link: (token: string) => `/invitation?token=${token}`,
  madeBy: OPERATOR,
};
const token = () => ({
  tokenHash: hashSecret(newSecret()),
  note: "",
  uses: 1,
  maxClients: undefined,
  expiresAt: new Date(noon.getTime() + 1000),
});

/** What is done with what is kept by its declaration. */
async function keptActs(by: By): Promise<void> {
  const { database } = world;
  const values = { address: "trash.example", subdomains: false, reason: "", expiresAt: null };
  const id = await addKept(database, blockedAddresses, values, by);
  await changeKept(database, blockedAddresses, { id, changes: { subdomains: true } }, by);
  // The same once more is no change.
  await changeKept(database, blockedAddresses, { id, changes: { subdomains: true } }, by);
  await removeKept(database, blockedAddresses, id, by);
}

/** What is done with a webhook. */
async function webhookActs(by: By): Promise<void> {
  const { database } = world;
  const acting = { database, texts: sealedTexts([{ id: "k1", key: randomBytes(32) }]) };
  const hook = { name: randomUUID(), url: "https://hooks.example/", eventTypes: [], personalData: false } as const;
  const made = await addSigned(acting, webhooks, { ...hook, signature: "v1" }, by);
  const { id } = made;
  await changeKept(database, webhooks, { id, changes: { personalData: true } }, by);
  await rotateSigned(acting, webhooks, { id, overlapSeconds: 60 }, by);
  const deliveryId = (await testWebhook(database, id, by)) ?? "";
  await replayWebhookDelivery(database, { webhookId: id, deliveryId }, by);
  await removeKept(database, webhooks, id, by);
}

/** What is done with a hook. */
async function hookActs(by: By): Promise<void> {
  const { database } = world;
  const acting = { database, texts: sealedTexts([{ id: "k1", key: randomBytes(32) }]) };
  const settings = { name: randomUUID(), url: "https://hooks.example/", timeoutMs: 500, onError: "omit" } as const;
  const whole = { ...settings, kind: "claims", claims: ["plan"], scopes: [], cacheSeconds: 60, clients: [] } as const;
  const made = await addSigned(acting, hooks, whole, by);
  const { id } = made;
  await changeKept(database, hooks, { id, changes: { timeoutMs: 100 } }, by);
  await rotateSigned(acting, hooks, { id, overlapSeconds: 60 }, by);
  await testHook(database, id, by);
  await removeKept(database, hooks, id, by);
}

/** What is done with a trusted issuer. */
async function issuerActs(by: By, clientId: string): Promise<void> {
  const { database } = world;
  const workloads = [{ client: clientId, claims: { sub: "one" } }];
  const of = { subject: "workload", provider: null, clients: [], withoutConsent: false, workloads } as const;
  const keys = { jwksUri: "https://keys.example/", jwks: null, signingAlgs: ["ES256"], audience: "issuer" } as const;
  const limits = { maxLifetimeSeconds: 60, resources: [resource], scopes: ["read"] };
  const id = await addKept(
    database,
    trustedIssuers,
    { name: randomUUID(), issuer: randomUUID(), ...of, ...keys, ...limits },
    by,
  );
  await changeKept(database, trustedIssuers, { id, changes: { maxLifetimeSeconds: 30 } }, by);
  await removeKept(database, trustedIssuers, id, by);
}

/** What is done with an exchange policy. */
async function exchangePolicyActs(by: By, clientId: string, source: string): Promise<void> {
  const never = { impersonation: false, scopes: {}, excludedGroups: [] };
  const settings = { ...never, subjectTokens: ["own"], maxLifetimeSeconds: 300 } as const;
  const policy = { name: randomUUID(), clientId, source, target: source, mayAct: false, ...settings };
  const id = await addKept(world.database, exchangePolicies, policy, by);
  await changeKept(world.database, exchangePolicies, { id, changes: { impersonation: true } }, by);
  await removeKept(world.database, exchangePolicies, id, by);
}

/** Every act, in an order in which each changes something, with the audit event that it writes. */
async function all(by: By): Promise<readonly string[]> {
  const { database } = world;
  const acts = { pool: database.pool, mail };
  const clientId = randomUUID();
  const user = { username: `u-${clientId}`, passwordHash: "x", claims: {} };
  await addClient(database, { id: clientId, metadata, logo: undefined, ...secret }, by);
  await rotateClientSecret(database, { clientId, secret, overlapSeconds: 60 }, by);
  await endPreviousClientSecret(database, clientId, by);
  await setClaimMapping(database, { clientId, mapping: { upn: "claims.email" } }, by);
  await disableClient(database, clientId, by);
  await enableClient(database, clientId, by);
  const declared = { clientId, metadata: { ...metadata, client_name: "D" }, resourceServer: undefined };
  await changeDeclaredClient(database, declared, by);
  await disableDeclaredClient(database, clientId, by);
  await replaceClientSecret(database, { clientId, secret }, by);
  await removeClient(database, clientId, by);
  const userId = (await addPerson(database, user, by)) ?? "";
  const added = await addPasskey(acts, { ...passkeyRecord, userId, browser: "", credentialId: clientId }, by);
  const passkeyId = typeof added === "string" ? "" : added.id;
  await renamePasskey(database, { userId, passkeyId, name: "Phone" }, by);
  await removePasskey(acts, { userId, passkeyId, browser: "" }, () => true, by);
  const alias = `p${clientId.slice(0, 8)}`;
  const acting = { database, texts: sealedTexts([{ id: "k1", key: randomBytes(32) }]) };
  const providerId = (await addIdentityProvider(acting, { ...newProvider, alias }, by)) ?? "";
  await changeIdentityProvider(acting, alias, { name: "P" }, by);
  await enableIdentityProvider(database, { alias, isEnabled: false }, by);
  await enableIdentityProvider(database, { alias, isEnabled: true }, by);
  const identity = { providerId, issuer: newProvider.issuer, subject: clientId };
  await connectIdentity({ database, mail }, { userId, identity, browser: "" }, by);
  const [connected] = await world.rows("SELECT id FROM federated_identity WHERE subject = $1", [clientId]);
  const own = { userId, id: String(connected?.id), browser: "" };
  await disconnectIdentity({ database, mail }, own, () => true, by);
  await removeIdentityProvider(database, alias, by);
  await changeSettings(database, { values: { service_name: clientId } }, by);
  await world.rows(VERIFIED, [userId, `${clientId}@example.org`]);
  await sendTestMailTo({ database, mail }, { userId, count: async () => undefined }, by);
  await addTerms(database, { name: "T", version: clientId, urls: {}, requiredFrom: noon }, by);
  await invite({ database, mail }, invitation, by, anyInvitation);
  const { canonical } = invitation.address;
  const invitationId = (await findInvitationFor(database, { canonical, at: by.at }))?.id ?? "";
  await sendInvitationAgain({ database, mail }, { ...invitation, id: invitationId }, by, anyInvitation);
  await withdrawInvitation(database, canonical, by, anyInvitation);
  await changeProfile(database, { userId, claims: { nickname: "Nick" } }, by);
  await setPassword({ database, mail }, { userId, passwordHash: "y" }, by);
  await disablePerson(database, userId, by, undefined);
  await enablePerson(database, userId, by);
  await eraseSoon(database, userId, by, { kept: undefined });
  await enablePerson(database, userId, by);
  const wish = { userId, graceDays: 7, linkTo: (token: string) => `/account/keep?token=${token}`, browser: "" };
  await requestDeletion({ database, mail }, wish, by, undefined);
  await cancelDeletion({ database, mail }, { userId, browser: "" }, by);
  await addResourceServer(database, api, by);
  await changeResourceServer(database, api.identifier, { name: "A" }, by);
  await disableResourceServer(database, api.identifier, by);
  await enableResourceServer(database, api.identifier, by);
  const role = { resource: api.identifier, name: "clerk" };
  await addRole(database, { ...role, scopes: [] }, by);
  await changeRole(database, { ...role, scopes: [] }, by);
  await assignRole(database, role, { userId }, by);
  await revokeRole(database, role, { userId }, by, undefined);
  await allOrganizationActs({ ...world, mail }, { name: clientId, userId, resource: api.identifier }, by);
  await allDirectoryActs(database, clientId, by);
  await removeRole(database, role, by, undefined);
  await addGroup(database, clientId, by);
  const groupId = (await findGroup(database, clientId))?.id ?? "";
  await addGroupMember(database, { groupId, userId }, by);
  await removeGroupMember(database, { groupId, userId }, by, undefined);
  await renameGroup(database, { id: groupId, name: `${clientId} 2` }, by);
  await removeGroup(database, groupId, by, undefined);
  await removeResourceServer(database, api.identifier, by, undefined);
  await revokeInitialAccessToken(database, await addInitialAccessToken(database, token(), by), by);
  await addInitialAccessToken(database, token(), by);
  await revokeInitialAccessTokens(database, by);
  const url = `https://app.example/${clientId}`;
  await decideDocument(database, { url, decision: "pinned" }, by);
  await withdrawDocumentDecision(database, url, by);
  await recordSignInTrial(database, { clientId: "webClient", redirectUri: url, scope: "openid" }, by);
  await recordDeviceDenied(database, { userId, clientId, error: "access_denied", deviceAddress: "192.0.2.9" }, by);
  await keptActs(by);
  await webhookActs(by);
  await hookActs(by);
  await issuerActs(by, "webClient");
  await exchangePolicyActs(by, "webClient", resource);
  return [
    "client_added client_secret_rotated client_secret_ended claim_mapping_changed client_disabled client_enabled",
    "client_updated client_disabled client_secret_rotated client_deleted",
    "user_added passkey_added passkey_renamed passkey_removed",
    "identity_provider_added identity_provider_changed identity_provider_changed identity_provider_changed",
    "identity_connected identity_disconnected identity_provider_removed",
    "settings_changed test_mail_sent",
    "terms_added invitation_added invitation_sent_again invitation_withdrawn",
    "profile_changed password_changed user_disabled user_enabled",
    "deletion_requested user_enabled deletion_requested deletion_cancelled",
    "resource_server_added resource_server_changed resource_server_disabled resource_server_enabled",
    "role_added role_changed role_assigned role_revoked",
    "organization_added organization_changed organization_disabled organization_enabled organization_member_added",
    "organization_role_assigned organization_role_revoked organization_member_removed",
    "organization_domain_added organization_domain_verified",
    "organization_domain_missing organization_domain_found organization_domain_contested organization_domain_lapsed",
    "organization_domain_removed",
    "organization_invitation_added organization_invitation_sent_again organization_invitation_withdrawn",
    "organization_invitation_added organization_invitation_withdrawn",
    "organization_invitation_added organization_invitation_accepted organization_member_added",
    "organization_role_assigned organization_removed",
    "organization_added scim_token_added scim_token_revoked user_added organization_member_added profile_changed",
    "user_disabled group_added group_member_added group_renamed group_removed deletion_requested",
    "organization_member_removed role_removed",
    "group_added group_member_added group_member_removed group_renamed group_removed",
    "resource_server_removed",
    "initial_access_token_added initial_access_token_revoked",
    "initial_access_token_added initial_access_token_revoked",
    "client_document_decided client_document_decided client_sign_in_tried device_denied",
    "blocked_address_added blocked_address_changed blocked_address_removed",
    "webhook_added webhook_changed webhook_secret_rotated webhook_tested webhook_replayed webhook_removed",
    "hook_added hook_changed hook_secret_rotated hook_tested hook_removed",
    "trusted_issuer_added trusted_issuer_changed trusted_issuer_removed",
    "exchange_policy_added exchange_policy_changed exchange_policy_removed",
  ].flatMap((line) => line.split(" "));
}

const VERIFIED = "UPDATE end_user SET email = $2, email_canonical = $2, email_verified_at = now() WHERE id = $1";

const administrator = "00000000-0000-4000-8000-000000000001";

describe("architecture §4.6: an act writes an audit event that names the actor", () => {
  it.each<[Actor, string, string | null]>([
    [{ kind: "operator" }, "operator", null],
    [{ kind: "administrator", userId: administrator }, "administrator", administrator],
    [{ kind: "directory", tokenId: administrator }, "directory", administrator],
    [{ kind: "client", clientId: "webClient" }, "client", "webClient"],
    [{ kind: "person", userId: administrator }, "user", administrator],
    [{ kind: "system" }, "schedule", null],
  ])("%o", async (actor, name, id) => {
    const [last] = await world.rows("SELECT coalesce(max(id), 0) AS id FROM audit_event");
    const types = await all({ actor, at: noon, address: "192.0.2.7" });
    const rows = await world.rows(
      "SELECT type, actor, actor_id, address, at FROM audit_event WHERE id > $1 ORDER BY id",
      [last?.id],
    );
    const row = { actor: name, actor_id: id, address: "192.0.2.7", at: noon };
    expect(rows).toEqual(types.map((type) => ({ type, ...row })));
  });

  it("an act that changes nothing writes no event", async () => {
    const by: By = { actor: { kind: "operator" }, at: noon };
    const { database } = world;
    const [before] = await world.rows("SELECT count(*) FROM audit_event");
    expect(await addClient(database, { id: "webClient", metadata, logo: undefined, ...secret }, by)).toBe(false);
    expect(await enableClient(database, "webClient", by)).toBe(false);
    expect(await rotateClientSecret(database, { clientId: "publicClient", secret }, by)).toBe(false);
    expect(await disableClient(database, "unknown", by)).toBe(false);
    expect(await setClaimMapping(database, { clientId: "unknown", mapping: { a: "1" } }, by)).toBe(false);
    expect(await setClaimMapping(database, { clientId: "webClient", mapping: {} }, by)).toBe(true);
    expect(await disableDeclaredClient(database, "unknown", by)).toBe(false);
    expect(await replaceClientSecret(database, { clientId: "unknown", secret }, by)).toBe(false);
    expect(await removeClient(database, "unknown", by)).toBe(false);
    await expect(renameGroup(database, { id: randomUUID(), name: "x" }, by)).rejects.toThrow("there is no such group");
    await changeSettings(database, { values: { corner: null } }, by);
    expect(await addPerson(database, { username: "ALICE", passwordHash: "x", claims: {} }, by)).toBeUndefined();
    expect(await enablePerson(database, world.alice, by)).toBe(false);
    const noKey = { userId: world.alice, passkeyId: randomUUID() };
    expect(await renamePasskey(database, { ...noKey, name: "x" }, by)).toBe(false);
    const nowhere = "https://nowhere.example";
    expect(await changeResourceServer(database, nowhere, { name: "x" }, by)).toBe(false);
    expect(await disableResourceServer(database, nowhere, by)).toBe(false);
    expect(await enableResourceServer(database, resource, by)).toBe(false);
    expect(await removeResourceServer(database, nowhere, by, undefined)).toBe(false);
    expect(await removePasskey({ ...database, mail }, { ...noKey, browser: "" }, () => true, by)).toBe("missing");
    const nothing = { userId: world.alice, claims: { name: "alice example", nickname: null } };
    expect(await changeProfile(database, nothing, by)).toBe(false);
    expect(await revokeInitialAccessToken(database, "no id", by)).toBe(false);
    expect(await revokeInitialAccessToken(database, randomUUID(), by)).toBe(false);
    expect(await revokeInitialAccessTokens(database, by)).toBe(0);
    expect(await endSessionsOf(database, world.alice, by)).toBe(0);
    await withdrawConsents(database, { userId: world.alice, clientId: "webClient" }, by);
    await revokeAuthorizations(
      database,
      { userId: world.alice, clientId: undefined },
      { ...by, pause: async () => {} },
    );
    expect(await signingKeyStore(database).remove("no kid", by)).toBe(false);
    expect(await world.rows("SELECT count(*) FROM audit_event")).toEqual([before]);
  });
});
