/** What signing in, agreeing and getting tokens do in the database, by the stores. */

import { hashSecret, newSecret } from "@countersign/rules";
import { notify } from "../../src/people/mail/notices.ts";
import { consentStore } from "../../src/platform/stores/issued/consents.ts";
import { termsStore } from "../../src/platform/stores/person/terms.ts";
import { sessionStore } from "../../src/platform/stores/session/sessions.ts";
import { addressProofStore } from "../../src/platform/stores/ways-in/address-proof-store.ts";
import { federatedIdentityStore } from "../../src/platform/stores/ways-in/federated-identities.ts";
import { passkeyStore } from "../../src/platform/stores/ways-in/passkeys.ts";
import { secondFactorStore } from "../../src/platform/stores/ways-in/second-factors.ts";
import { openIssuing } from "../clients/issuing.ts";
import { signInOf, type World } from "../world.ts";
import { type Act, type Acts, at, occurrence, type Stage } from "./act.ts";
import { client, mail, orders } from "./scene.ts";

const sessions = ({ database }: Stage) => sessionStore(database, { idleSeconds: 3600, absoluteSeconds: 7200 });
const use = ({ someone }: Stage) => ({ ...occurrence, userId: someone.id, isKnownDevice: false });
const factors = ({ database }: Stage) => secondFactorStore(database);
const told =
  ({ someone }: Stage) =>
  async (query: Parameters<typeof notify>[0]) =>
    notify(query, mail, someone.id, { kind: "recovery-code-used", parameters: { browser: "", left: "9" } } as never, {
      at,
    });

const signIn =
  (previous?: string): Act =>
  (stage) =>
    sessions(stage).signIn(previous ?? undefined, signInOf(stage.someone.id, at), occurrence);

export const SIGN_IN_ACTS: Acts = {
  "sessions.signIn": signIn(),
  "sessions.signIn/again": (stage) => signIn(stage.someone.sessionSecret)(stage),
  "sessions.end": (stage) => sessions(stage).end(stage.someone.sessionSecret, at, occurrence),
  "secondFactors.useTotp": (stage) => factors(stage).useTotp(stage.someone.apps[0], 9, use(stage)),
  "secondFactors.useRecoveryCode": (stage) =>
    factors(stage).useRecoveryCode({ number: 1, hash: "hash 1" }, use(stage), told(stage)),
  "secondFactors.recordFailure": (stage) => factors(stage).recordFailure(use(stage), told(stage)),
  "secondFactors.useRememberedDevice": (stage) =>
    factors(stage).useRememberedDevice(stage.someone.id, stage.someone.deviceSecret, at),
  "secondFactors.rememberDevice": (stage) =>
    factors(stage).rememberDevice({ userId: stage.someone.id, label: "B", at, ttlSeconds: 600 }),
  "passkeys.recordUse": ({ database, someone }) =>
    passkeyStore(database).recordUse(someone.passkeys[0], { signCount: 1, backedUp: true, at }),
  "passkeys.recordOffer": ({ database, someone }) => passkeyStore(database).recordOffer(someone.id, at),
  "identities.recordUse": ({ database, someone }) => federatedIdentityStore(database).recordUse(someone.identity, at),
  "addressProofs.tryCode": {
    given: ["UPDATE address_proof SET proved_at = NULL WHERE user_id = $someone AND purpose = 'enrol'"],
    after: ["UPDATE address_proof SET proved_at = created_at WHERE user_id = $someone AND purpose = 'enrol'"],
    act: ({ database, someone }) => {
      const subject = { address: someone.email, userId: someone.id, browser: "browser" };
      return addressProofStore(database).tryCode("enrol", subject, "123456", at);
    },
  },
  "terms.accept": ({ database, ground, someone }) =>
    termsStore(database).accept(someone.id, { documentIds: [ground.document], language: "en", at }),
  "consents.record": ({ database, someone }) =>
    consentStore(database).record(
      { userId: someone.id, clientId: client, clientRevision: 0, host: "rp8.example" },
      [
        {
          resource: orders,
          consent: {
            granted: { scopes: ["read"], claims: [] },
            declined: { scopes: ["write"], claims: [] },
            hosts: [],
          },
        },
      ],
      occurrence,
    ),
  "authorizations.create by approval": ({ database, someone }) =>
    openIssuing({ database, clock: { now: at } } as World).authorizations.create({
      ...{ clientId: client, clientRevision: 0, sector: undefined, scopes: ["read"], resource: orders },
      grounds: {
        kind: "approval",
        session: { id: someone.sessions[0], consentsRevision: 0 },
        codeHash: hashSecret(newSecret()),
        ...{ address: occurrence.address, deviceAddress: "192.0.2.9" },
      },
      ...{ signIn: signInOf(someone.id, at), claims: { userinfo: [], idToken: [] }, nonce: undefined },
      ...{ codeChallenge: "c", createdAt: at, codeTtlSeconds: 60, tokenTtlSeconds: 300, sessionIdleSeconds: 3600 },
    }),
  "authorizations.create": ({ database, someone }) =>
    openIssuing({ database, clock: { now: at } } as World).authorizations.create({
      ...{ clientId: client, clientRevision: 0, sector: undefined, scopes: ["read"], resource: orders },
      grounds: {
        kind: "session",
        session: { id: someone.sessions[0], sid: undefined, idleExpiresAt: at, consentsRevision: 0 },
      },
      ...{ signIn: signInOf(someone.id, at), claims: { userinfo: [], idToken: [] }, nonce: undefined },
      ...{ redirectUri: "https://rp8.example/cb", codeChallenge: "c", createdAt: at, codeTtlSeconds: 60 },
      ...{ tokenTtlSeconds: 300, sessionIdleSeconds: 3600 },
    }),
};
