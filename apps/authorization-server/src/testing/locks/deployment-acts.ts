/** Acts upon clients and upon what a deployment has once. */
import { clientMetadata, hashSecret, newSecret } from "@countersign/rules";
import { beginSignUp } from "../../administration/begin-sign-up.ts";
import { setClaimMapping } from "../../administration/claim-mappings.ts";
import { decideDocument, withdrawDocumentDecision } from "../../administration/client-documents.ts";
import {
  addClient,
  changeClient,
  deleteClient,
  disableClient,
  enableClient,
  removeClient,
  rotateClientSecret,
} from "../../administration/clients.ts";
import {
  changeDeclaredClient,
  disableDeclaredClient,
  replaceClientSecret,
} from "../../administration/declared-clients.ts";
import {
  addExchangePolicy,
  changeExchangePolicy,
  removeExchangePolicy,
} from "../../administration/exchange-policies/acts.ts";
import { createFederatedAccount } from "../../administration/federated-identities.ts";
import { inviteAdministrator, inviteFirstAdministrator } from "../../administration/founders.ts";
import { addHook, changeHook, removeHook, rotateHookSecret } from "../../administration/hooks/acts.ts";
import {
  addIdentityProvider,
  changeIdentityProvider,
  enableIdentityProvider,
  removeIdentityProvider,
} from "../../administration/identity-providers.ts";
import {
  addInitialAccessToken,
  revokeInitialAccessToken,
  revokeInitialAccessTokens,
} from "../../administration/initial-access-tokens.ts";
import {
  changeInvitedRole,
  invite,
  withdrawInvitation,
  withdrawInvitationOf,
} from "../../administration/invitations.ts";
import { anyInvitation } from "../../administration/invited-roles.ts";
import { addPerson } from "../../administration/people.ts";
import { changeLogo, changeSettings } from "../../administration/settings.ts";
import { createAccount } from "../../administration/sign-ups.ts";
import { addDeclaredTerms, addTerms } from "../../administration/terms.ts";
import {
  addTrustedIssuer,
  changeTrustedIssuer,
  removeTrustedIssuer,
} from "../../administration/trusted-issuers/acts.ts";
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "../../administration/webhooks/acts.ts";
import { applyConfiguration } from "../../configuration/apply.ts";
import type { Deployment } from "../../configuration/kind.ts";
import { configurationOf, configurationShape } from "../../configuration/kinds.ts";
import { OPERATOR } from "../../stores/person/givers.ts";
import { issuer } from "../world.ts";
import { type Acts, at, by, occurrence, type Stage } from "./act.ts";
import { client, mail, newTrustedIssuer, orders, texts } from "./scene.ts";

const metadata = clientMetadata({ issuer }).parse({
  client_name: "C",
  redirect_uris: ["https://rp8.example/other"],
  scope: "openid",
});
const secret = { secretHash: hashSecret("s"), sealedSecret: undefined, secretKeyEncryptionKeyId: undefined };
const acting = ({ database }: Stage) => ({ database, texts });
const mailing = ({ database }: Stage) => ({ database, mail });
const link = (token: string) => `/x?token=${token}`;
const address = { deliverable: "new@example.org", canonical: "new@example.org" };
const role = { resource: orders, name: "clerk" };
const exchangePolicy = {
  ...{ clientId: client, source: orders, target: orders, subjectTokens: ["own"] as const, scopes: {} },
  ...{ impersonation: false, maxLifetimeSeconds: 300, excludedGroups: [] },
};
const hook = {
  kind: "claims",
  url: "https://hooks.example/n",
  timeoutMs: 500,
  onError: "omit",
  claims: ["a"],
} as const;
const webhook = { url: "https://hooks.example/n", eventTypes: [], personalData: false, signature: "v1" } as const;
const provider = {
  ...{ name: "P", issuer: "https://new.example", clientId: "us", secret: "s", scopes: ["openid"] },
  ...({ mode: "linked-only", domains: [], autoLink: false, mfa: [] } as const),
} as const;
const token = () => ({
  ...{ tokenHash: hashSecret(newSecret()), note: "", uses: 1, maxClients: undefined, expiresAt: at },
});
const newTerms = { name: "T", version: "9", urls: {}, requiredFrom: at };
const anyOf = () => {};

const signingUp = ({ database, ground }: Stage) =>
  createAccount(
    { database, administration: undefined },
    {
      ...{ ground: { invitationId: ground.invitation }, username: "newcomer", wayIn: { passwordHash: "x" } },
      ...{ givenName: "N", familyName: undefined, locale: "en", birthdate: undefined, ageConfirmed: false },
      documentIds: [ground.document],
    },
    occurrence,
  );

/** What changes something of each kind. */
const declared = configurationShape.parse({
  managed_by: "shop",
  resource_servers: [{ resource: orders, name: "Declared", scopes: ["read", "write"] }],
  clients: [
    {
      client_id: client,
      client_name: "D",
      redirect_uris: ["https://rp8.example/d"],
      client_secret: { generate: true },
    },
  ],
  roles: [{ resource: orders, name: "clerk", scopes: ["write"], revoke_on_change: true }],
  groups: [{ name: "Staff", roles: [] }],
});
const deployment: Deployment = {
  administration: undefined,
  console: "console",
  own: { issuer },
  sealClientSecret: async () => secret,
  texts,
  targetProblem: () => undefined,
  prepareKeys: async () => {},
};

export const DEPLOYMENT_ACTS: Acts = {
  addClient: ({ database }) => addClient(database, { id: "newClient", metadata, logo: undefined, ...secret }, by),
  changeClient: ({ database }) => changeClient(database, { clientId: client, metadata, assertMeantFor: anyOf }, by),
  deleteClient: ({ database }) => deleteClient(database, client, by),
  disableClient: ({ database }) => disableClient(database, client, by),
  enableClient: {
    given: [`UPDATE client SET disabled_at = now() WHERE id = '${client}'`],
    after: ["UPDATE client SET disabled_at = NULL"],
    act: ({ database }) => enableClient(database, client, by),
  },
  removeClient: ({ database }) => removeClient(database, client, by),
  rotateClientSecret: ({ database }) => rotateClientSecret(database, { clientId: client, secret }, by),
  setClaimMapping: ({ database }) => setClaimMapping(database, { clientId: client, mapping: { a: "1" } }, by),
  changeDeclaredClient: ({ database }) =>
    changeDeclaredClient(database, { clientId: client, metadata, resourceServer: orders }, by),
  disableDeclaredClient: ({ database }) => disableDeclaredClient(database, client, by),
  replaceClientSecret: ({ database }) => replaceClientSecret(database, { clientId: client, secret }, by),
  decideDocument: ({ database }) => decideDocument(database, { url: client, decision: "blocked" }, by),
  withdrawDocumentDecision: {
    given: [`INSERT INTO client_document (url, blocked_at) VALUES ('${client}', now())`],
    after: ["DELETE FROM client_document"],
    act: ({ database }) => withdrawDocumentDecision(database, client, by),
  },
  createFederatedAccount: ({ database, ground }) =>
    createFederatedAccount(
      { database, administration: undefined },
      {
        identity: { providerId: ground.provider, issuer: "https://provider.example", subject: "new" },
        ...{ address, isInvited: true, givenName: "N", familyName: undefined, locale: "en" },
      },
      occurrence,
    ),
  inviteAdministrator: ({ database }) => inviteAdministrator(database, { address, role }, by),
  inviteFirstAdministrator: ({ database }) =>
    inviteFirstAdministrator(database, { address, role: { resource: orders, name: "spare" } }, by),
  addExchangePolicy: ({ database }) => addExchangePolicy(database, { ...exchangePolicy, name: "N" }, by),
  changeExchangePolicy: ({ database, ground }) =>
    changeExchangePolicy(database, { id: ground.exchangePolicy, impersonation: true }, by),
  removeExchangePolicy: ({ database, ground }) => removeExchangePolicy(database, ground.exchangePolicy, by),
  addHook: (stage) =>
    addHook(acting(stage), { ...hook, name: "N", scopes: [], cacheSeconds: 9, clients: ["idleClient"] }, by),
  changeHook: ({ database, ground }) => changeHook(database, { id: ground.hook, clients: ["idleClient"] }, by),
  rotateHookSecret: (stage) => rotateHookSecret(acting(stage), { id: stage.ground.hook, overlapSeconds: 9 }, by),
  removeHook: ({ database, ground }) => removeHook(database, ground.hook, by),
  addIdentityProvider: (stage) => addIdentityProvider(acting(stage), { ...provider, alias: "new" }, by),
  changeIdentityProvider: (stage) => changeIdentityProvider(acting(stage), "corp", { name: "N" }, by),
  enableIdentityProvider: ({ database }) => enableIdentityProvider(database, { alias: "corp", isEnabled: false }, by),
  removeIdentityProvider: ({ database }) => removeIdentityProvider(database, "corp", by),
  addInitialAccessToken: ({ database }) => addInitialAccessToken(database, token(), by),
  revokeInitialAccessToken: ({ database, ground }) => revokeInitialAccessToken(database, ground.initialAccessToken, by),
  revokeInitialAccessTokens: ({ database }) => revokeInitialAccessTokens(database, by),
  invite: (stage) =>
    invite(
      mailing(stage),
      { ...{ address, lifetimeSeconds: 600, language: "en", link }, madeBy: OPERATOR },
      by,
      anyInvitation,
    ),
  withdrawInvitationOf: ({ database, ground }) => withdrawInvitationOf(database, ground.invitation, by, anyInvitation),
  withdrawInvitation: ({ database }) => withdrawInvitation(database, address.canonical, by, anyInvitation),
  changeInvitedRole: ({ database, ground }) =>
    changeInvitedRole(
      database,
      { id: ground.invitation, roleId: ground.spareRole, isGiven: true, giver: OPERATOR },
      by,
      anyInvitation,
    ),
  addPerson: ({ database }) => addPerson(database, { username: "newcomer", passwordHash: "x", claims: {} }, by),
  beginSignUp: (stage) => beginSignUp(mailing(stage), { address, browser: "b", link, language: "en" }, at),
  createAccount: (stage) => signingUp(stage),
  "configuration.apply": ({ database }) =>
    applyConfiguration(
      database,
      { configuration: configurationOf(declared), prune: false, secrets: () => undefined },
      { by, deployment, assertMeant: () => {}, kept: role },
    ),
  changeSettings: ({ database }) => changeSettings(database, { values: { corner: 3 } }, by),
  changeLogo: ({ database }) => changeLogo(database, { picture: undefined }, by),
  addTerms: ({ database }) => addTerms(database, newTerms, by),
  addDeclaredTerms: ({ database }) => addDeclaredTerms(database, newTerms, by),
  addTrustedIssuer: ({ database }) => addTrustedIssuer(database, newTrustedIssuer("N"), by),
  changeTrustedIssuer: ({ database, ground }) =>
    changeTrustedIssuer(database, { id: ground.trustedIssuer, maxLifetimeSeconds: 30 }, by),
  removeTrustedIssuer: ({ database, ground }) => removeTrustedIssuer(database, ground.trustedIssuer, by),
  addWebhook: (stage) => addWebhook(acting(stage), { ...webhook, name: "N" }, by),
  changeWebhook: ({ database, ground }) => changeWebhook(database, { id: ground.webhook, personalData: true }, by),
  rotateWebhookSecret: (stage) =>
    rotateWebhookSecret(acting(stage), { id: stage.ground.webhook, overlapSeconds: 9 }, by),
  removeWebhook: ({ database, ground }) => removeWebhook(database, ground.webhook, by),
  testWebhook: ({ database, ground }) => testWebhook(database, ground.webhook, by),
  replayWebhookDelivery: ({ database, ground }) =>
    replayWebhookDelivery(database, { webhookId: ground.webhook, deliveryId: ground.delivery }, by),
};
