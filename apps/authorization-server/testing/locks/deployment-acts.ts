/** Acts upon clients and upon what a deployment has once. */
import { clientMetadata, hashSecret, newSecret } from "@countersign/rules";
import { setClaimMapping } from "../../src/administration/clients/claim-mappings.ts";
import { decideDocument, withdrawDocumentDecision } from "../../src/administration/clients/client-documents.ts";
import { endPreviousClientSecret, rotateClientSecret } from "../../src/administration/clients/client-secrets.ts";
import {
  addClient,
  changeClient,
  deleteClient,
  disableClient,
  enableClient,
  removeClient,
} from "../../src/administration/clients/clients.ts";
import {
  changeDeclaredClient,
  disableDeclaredClient,
  replaceClientSecret,
} from "../../src/administration/clients/declared-clients.ts";
import {
  addInitialAccessToken,
  revokeInitialAccessToken,
  revokeInitialAccessTokens,
} from "../../src/administration/clients/initial-access-tokens.ts";
import { applyConfiguration } from "../../src/administration/configuration/apply.ts";
import type { Deployment } from "../../src/administration/configuration/kinds/kind.ts";
import { configurationOf, configurationShape } from "../../src/administration/configuration/kinds/kinds.ts";
import { addKept, changeKept, removeKept } from "../../src/administration/entity-acts.ts";
import { exchangePolicies } from "../../src/administration/exchange-policies/entity.ts";
import { testHook } from "../../src/administration/hooks/acts.ts";
import { hooks } from "../../src/administration/hooks/entity.ts";
import {
  changeInvitedRole,
  invite,
  withdrawInvitation,
  withdrawInvitationOf,
} from "../../src/administration/invitations/invitations.ts";
import { anyInvitation } from "../../src/administration/invitations/invited-roles.ts";
import { sendInvitationAgain } from "../../src/administration/invitations/send-again.ts";
import { beginSignUp } from "../../src/administration/people/begin-sign-up.ts";
import { createFederatedAccount } from "../../src/administration/people/federated-identities.ts";
import { addPerson } from "../../src/administration/people/people.ts";
import { createAccount } from "../../src/administration/people/sign-ups.ts";
import {
  addIdentityProvider,
  changeIdentityProvider,
  enableIdentityProvider,
  removeIdentityProvider,
} from "../../src/administration/providers/identity-providers.ts";
import { addSigned, rotateSigned } from "../../src/administration/receiver.ts";
import { inviteAdministrator, inviteFirstAdministrator } from "../../src/administration/roles/founders.ts";
import { changeLogo, changeSettings } from "../../src/administration/settings/settings.ts";
import { addTerms } from "../../src/administration/terms/terms.ts";
import { trustedIssuers } from "../../src/administration/trusted-issuers/entity.ts";
import { replayWebhookDelivery, testWebhook } from "../../src/administration/webhooks/acts.ts";
import { webhooks } from "../../src/administration/webhooks/entity.ts";
import { OPERATOR } from "../../src/platform/stores/person/givers.ts";
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
  ...{ impersonation: false, mayAct: false, maxLifetimeSeconds: 300, excludedGroups: [] },
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
  rotateClientSecret: ({ database }) =>
    rotateClientSecret(database, { clientId: client, secret, overlapSeconds: 60 }, by),
  endPreviousClientSecret: {
    given: [
      `UPDATE client SET previous_secret_hash = secret_hash, previous_secret_expires_at = now() + interval '1 day'
        WHERE id = '${client}'`,
    ],
    after: ["UPDATE client SET previous_secret_hash = NULL, previous_secret_expires_at = NULL"],
    act: ({ database }) => endPreviousClientSecret(database, client, by),
  },
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
  "addKept/exchange_policy": ({ database }) =>
    addKept(database, exchangePolicies, { ...exchangePolicy, name: "N" }, by),
  "changeKept/exchange_policy": ({ database, ground }) =>
    changeKept(database, exchangePolicies, { id: ground.exchangePolicy, changes: { impersonation: true } }, by),
  "removeKept/exchange_policy": ({ database, ground }) =>
    removeKept(database, exchangePolicies, ground.exchangePolicy, by),
  "addSigned/hook": (stage) =>
    addSigned(acting(stage), hooks, { ...hook, name: "N", scopes: [], cacheSeconds: 9, clients: ["idleClient"] }, by),
  "changeKept/hook": ({ database, ground }) =>
    changeKept(database, hooks, { id: ground.hook, changes: { clients: ["idleClient"] } }, by),
  "rotateSigned/hook": (stage) => rotateSigned(acting(stage), hooks, { id: stage.ground.hook, overlapSeconds: 9 }, by),
  testHook: ({ database, ground }) => testHook(database, ground.hook, by),
  "removeKept/hook": ({ database, ground }) => removeKept(database, hooks, ground.hook, by),
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
  sendInvitationAgain: (stage) =>
    sendInvitationAgain(
      mailing(stage),
      { id: stage.ground.invitation, lifetimeSeconds: 600, language: "en", link, madeBy: OPERATOR },
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
  "addKept/trusted_issuer": ({ database }) => addKept(database, trustedIssuers, newTrustedIssuer("N"), by),
  "changeKept/trusted_issuer": ({ database, ground }) =>
    changeKept(database, trustedIssuers, { id: ground.trustedIssuer, changes: { maxLifetimeSeconds: 30 } }, by),
  "removeKept/trusted_issuer": ({ database, ground }) => removeKept(database, trustedIssuers, ground.trustedIssuer, by),
  "addSigned/webhook": (stage) => addSigned(acting(stage), webhooks, { ...webhook, name: "N" }, by),
  "changeKept/webhook": ({ database, ground }) =>
    changeKept(database, webhooks, { id: ground.webhook, changes: { personalData: true } }, by),
  "rotateSigned/webhook": (stage) =>
    rotateSigned(acting(stage), webhooks, { id: stage.ground.webhook, overlapSeconds: 9 }, by),
  "removeKept/webhook": ({ database, ground }) => removeKept(database, webhooks, ground.webhook, by),
  testWebhook: ({ database, ground }) => testWebhook(database, ground.webhook, by),
  replayWebhookDelivery: ({ database, ground }) =>
    replayWebhookDelivery(database, { webhookId: ground.webhook, deliveryId: ground.delivery }, by),
};
