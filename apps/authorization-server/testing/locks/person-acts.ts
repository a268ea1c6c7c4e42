/** Acts upon one person: how they sign in, what they have, and whether they are there. */
import { hashSecret, newSecret, RECOVERY_CODES } from "@countersign/rules";
import { recordActivityRead } from "../../src/administration/people/activity.ts";
import { beginAddressChange, changeAddress, undoAddressChange } from "../../src/administration/people/addresses.ts";
import {
  cancelDeletion,
  eraseAccount,
  eraseSoon,
  reopenForCancelling,
  requestDeletion,
} from "../../src/administration/people/deletion.ts";
import { connectIdentity, disconnectIdentity } from "../../src/administration/people/federated-identities.ts";
import { sendTestMailTo } from "../../src/administration/people/mails-to-oneself.ts";
import { disablePerson, enablePerson } from "../../src/administration/people/people.ts";
import { changeProfile, removePicture, setPicture } from "../../src/administration/people/profiles.ts";
import { changeUsername } from "../../src/administration/people/usernames.ts";
import { revokeAuthorizations } from "../../src/administration/sessions/authorizations.ts";
import { sharePart, withdrawPart } from "../../src/administration/sessions/consent-parts.ts";
import { withdrawConsents } from "../../src/administration/sessions/consents.ts";
import { recordDeviceDenied } from "../../src/administration/sessions/devices.ts";
import { endSessionsFrom } from "../../src/administration/sessions/provider-logouts.ts";
import { endOtherSessions, endSessionOf, endSessionsOf } from "../../src/administration/sessions/sessions.ts";
import { beginEnrolment } from "../../src/administration/ways-in/enrolments.ts";
import {
  addPasskey,
  addPasskeyByProof,
  removePasskey,
  renamePasskey,
} from "../../src/administration/ways-in/passkeys.ts";
import { removePassword } from "../../src/administration/ways-in/password-removal.ts";
import { requestReset, sendEnrolmentLink, sendReset } from "../../src/administration/ways-in/password-resets.ts";
import {
  changePassword,
  demandPasswordChange,
  resetPassword,
  setPassword,
} from "../../src/administration/ways-in/passwords.ts";
import {
  disconnectAllAgain,
  removePasswordAgain,
  removeWayInAgain,
} from "../../src/administration/ways-in/removed-again.ts";
import {
  addTotp,
  forgetDevice,
  preferFactor,
  removeTotp,
  replaceRecoveryCodes,
  resetFactors,
} from "../../src/administration/ways-in/second-factors.ts";
import { passkeyRecord } from "../factors/passkey-record.ts";
import { type Act, type Acts, at, browser, by, enough, type Prepared, type Stage } from "./act.ts";
import { client, mail, orders, texts } from "./scene.ts";

const acting = ({ database }: Stage) => ({ database, mail });
const pooled = ({ database: { pool } }: Stage) => ({ pool, mail });
const own = ({ someone: { id: userId } }: Stage) => ({ userId, browser });
const addressOf = (text: string) => ({ deliverable: text, canonical: text });
const link = (token: string) => `/x?token=${token}`;
const key = () => ({ ...passkeyRecord, credentialId: newSecret(), browser });
const codes = Array.from({ length: RECOVERY_CODES }, (_, index) => `new ${index}`);

/** An act upon an account that waits for its deletion. */
const whenDue = (act: Act): Prepared => ({
  given: [
    `UPDATE end_user SET disabled_at = created_at, deletion_due_at = created_at,
            deletion_token_hash = sha256(convert_to($someone, 'UTF8')) WHERE id = $someone`,
  ],
  after: [
    "UPDATE end_user SET disabled_at = NULL, deletion_due_at = NULL, deletion_token_hash = NULL WHERE id = $someone",
  ],
  act,
});

export const PERSON_ACTS: Acts = {
  recordDeviceDenied: ({ database, someone }) =>
    recordDeviceDenied(
      database,
      { userId: someone.id, clientId: "offlineClient", error: "access_denied", deviceAddress: "192.0.2.9" },
      by,
    ),
  recordActivityRead: ({ database, someone }) => recordActivityRead(database, someone.id, by),
  beginAddressChange: (stage) =>
    beginAddressChange(
      acting(stage),
      { userId: stage.someone.id, address: addressOf("next@acme.example"), browser: "b", language: "en", link: "/x" },
      at,
    ),
  changeAddress: (stage) => {
    const { id: userId, proofs } = stage.someone;
    const change = { userId, proofId: proofs["change-address"], userAgent: "", undoLink: link };
    return changeAddress(acting(stage), change, by);
  },
  undoAddressChange: (stage) => undoAddressChange(acting(stage), stage.someone.links["undo-address"], by),
  revokeAuthorizations: ({ database, someone }) =>
    revokeAuthorizations(database, { userId: someone.id, clientId: undefined }, { ...by, pause: async () => {} }),
  withdrawConsents: ({ database, someone }) => withdrawConsents(database, { userId: someone.id, clientId: client }, by),
  withdrawPart: ({ database, someone }) =>
    withdrawPart(database, { userId: someone.id, clientId: client, resource: orders, scope: "write" }, by),
  sharePart: {
    given: [
      `UPDATE consent SET granted_scopes = array_remove(granted_scopes, 'write'), declined_scopes = '{write}'
        WHERE user_id = $someone AND resource = '${orders}'`,
    ],
    after: [
      `UPDATE consent SET granted_scopes = '{read,write}', declined_scopes = '{}'
        WHERE user_id = $someone AND resource = '${orders}'`,
    ],
    act: async ({ database, someone }) => {
      const part = { userId: someone.id, clientId: client, resource: orders, scope: "write" };
      return sharePart(database, part, { at, clientRevision: 0 }, by);
    },
  },
  requestDeletion: (stage) =>
    requestDeletion(acting(stage), { ...own(stage), graceDays: 7, linkTo: link }, by, undefined),
  cancelDeletion: whenDue((stage) => cancelDeletion(acting(stage), own(stage), by)),
  reopenForCancelling: whenDue(({ database, someone }) => reopenForCancelling(database, someone.id, new Date(0))),
  eraseSoon: ({ database, someone }) => eraseSoon(database, someone.id, by, { kept: undefined }),
  "eraseSoon/keeping": ({ database, someone }) =>
    eraseSoon(database, someone.id, by, { kept: { resource: orders, name: "clerk" } }),
  eraseAccount: whenDue((stage) => eraseAccount(acting(stage), stage.someone.id, by)),
  beginEnrolment: (stage) => {
    const { id: userId, email } = stage.someone;
    return beginEnrolment(acting(stage), { userId, address: addressOf(email), browser: "b", language: "en" }, at);
  },
  connectIdentity: (stage) => {
    const identity = { providerId: stage.ground.provider, issuer: "https://provider.example", subject: newSecret() };
    return connectIdentity(acting(stage), { ...own(stage), identity }, by);
  },
  disconnectIdentity: (stage) =>
    disconnectIdentity(acting(stage), { ...own(stage), id: stage.someone.identity }, enough, by),
  addPasskey: (stage) => addPasskey(pooled(stage), { ...key(), userId: stage.someone.id }, by),
  addPasskeyByProof: (stage) => {
    const { id: userId, proofs } = stage.someone;
    return addPasskeyByProof(pooled(stage), { ...key(), userId, proofId: proofs.enrol }, by);
  },
  removePasskey: (stage) =>
    removePasskey(pooled(stage), { ...own(stage), passkeyId: stage.someone.passkeys[0] }, enough, by),
  renamePasskey: ({ database, someone }) =>
    renamePasskey(database, { userId: someone.id, passkeyId: someone.passkeys[0], name: "Other" }, by),
  removePassword: (stage) => removePassword(acting(stage), { ...own(stage), sessionId: stage.someone.sessions[0] }, by),
  removePasswordAgain: ({ database, someone }) => removePasswordAgain(database, someone.id, by),
  removeWayInAgain: ({ database, someone: { id: userId, passkeys } }) =>
    removeWayInAgain(database, { type: "passkey_removed", userId, id: passkeys[0] ?? "" }, by),
  disconnectAllAgain: ({ database, someone }) => disconnectAllAgain(database, someone.id, by),
  requestReset: (stage) =>
    requestReset(
      acting(stage),
      { address: addressOf(stage.someone.email), lifetimeSeconds: 600, browser, language: "en", linkTo: link },
      { at },
    ),
  sendEnrolmentLink: (stage) => sendEnrolmentLink(acting(stage), { userId: stage.someone.id, linkTo: link }, by),
  sendReset: (stage) =>
    sendReset(
      acting(stage),
      { userId: stage.someone.id, lifetimeSeconds: 600, linkTo: link, count: async () => {} },
      by,
    ),
  sendTestMailTo: (stage) => sendTestMailTo(acting(stage), { userId: stage.someone.id, count: async () => {} }, by),
  setPassword: (stage) => setPassword(acting(stage), { userId: stage.someone.id, passwordHash: "other" }, by),
  demandPasswordChange: ({ database, someone }) => demandPasswordChange(database, someone.id, by),
  changePassword: (stage) =>
    changePassword(
      acting(stage),
      {
        ...{ ...own(stage), language: "en", currentHash: "hash", passwordHash: "changed" },
        ...{ sessionId: stage.someone.sessions[0], keepOthers: false },
      },
      by,
    ),
  resetPassword: (stage) =>
    resetPassword(
      acting(stage),
      { token: stage.someone.links.reset, passwordHash: "reset", language: "en", browser },
      { at, address: "192.0.2.7" },
    ),
  "resetPassword/enrolment": (stage) =>
    resetPassword(
      acting(stage),
      { token: stage.someone.links.enrolment, passwordHash: "first", language: "en", browser },
      { at, address: "192.0.2.7" },
    ),
  disablePerson: ({ database, someone }) => disablePerson(database, someone.id, by, undefined),
  "disablePerson/keeping": ({ database, someone }) =>
    disablePerson(database, someone.id, by, { resource: orders, name: "clerk" }),
  enablePerson: whenDue(({ database, someone }) => enablePerson(database, someone.id, by)),
  changeProfile: ({ database, someone }) =>
    changeProfile(database, { userId: someone.id, claims: { nickname: "N" } }, by),
  setPicture: ({ database, someone }) =>
    setPicture(
      database,
      {
        userId: someone.id,
        picture: { type: "image/png", image: Buffer.alloc(9), width: 1, height: 1 },
        urlOf: (id) => `https://auth.example/${id}`,
      },
      by,
    ),
  removePicture: {
    given: [
      `INSERT INTO person_picture (user_id, id, media_type, image, created_at)
       VALUES ($someone, $someone, 'image/png', '\\x00', now())`,
    ],
    after: ["DELETE FROM person_picture WHERE user_id = $someone"],
    act: ({ database, someone }) => removePicture(database, someone.id, by),
  },
  addTotp: (stage) =>
    addTotp(own(stage), { name: "A", secret: "s", step: 1 }, { ...acting(stage), sealedTexts: texts }, by),
  "addTotp/proof": (stage) =>
    addTotp(
      own(stage),
      { name: "A", secret: "s", step: 1, proofId: stage.someone.proofs.enrol },
      { ...acting(stage), sealedTexts: texts },
      by,
    ),
  removeTotp: (stage) => removeTotp(own(stage), stage.someone.apps[0], enough, acting(stage), by),
  preferFactor: (stage) => preferFactor(stage.someone.id, "totp", acting(stage), by),
  replaceRecoveryCodes: (stage) => replaceRecoveryCodes(own(stage), codes, acting(stage), by),
  forgetDevice: (stage) => forgetDevice(stage.someone.id, stage.someone.device, acting(stage), by),
  resetFactors: (stage) => resetFactors({ userId: stage.someone.id, reason: "lost" }, acting(stage), by),
  endSessionsOf: ({ database, someone }) => endSessionsOf(database, someone.id, by),
  endSessionOf: ({ database, someone }) =>
    endSessionOf(database, { userId: someone.id, sessionId: someone.sessions[1] }, by),
  endSessionsFrom: {
    given: [
      `UPDATE sign_in SET proofs = jsonb_build_array(jsonb_build_object('factor', 'federated', 'provider',
              (SELECT jsonb_build_object('id', id) FROM identity_provider))) WHERE user_id = $someone`,
    ],
    after: ["UPDATE sign_in SET proofs = '[]' WHERE user_id = $someone"],
    act: ({ database, ground, someone }) =>
      endSessionsFrom(database, ground.provider, [
        { token: { jti: newSecret(), exp: 4e9 }, meant: { userId: someone.id }, by },
      ]),
  },
  endOtherSessions: ({ database, someone }) =>
    endOtherSessions(database, { userId: someone.id, keptId: someone.sessions[0] }, by),
  changeUsername: (stage) =>
    changeUsername(acting(stage), { ...own(stage), username: `${stage.someone.username}x` }, by),
};

/** Hashes that `newSecret` would have. */
export const someHash = () => hashSecret(newSecret());
