/** Signed requests: FAPI 2.0 Message Signing §5.3.1, RFC 9101 §4 and §6. */

import { push, pushed, requestOf } from "../suite/fapi/authorization.ts";
import type { Bank } from "../suite/fapi/bank.ts";
import { runFlow } from "../suite/fapi/flow.ts";
import { type Changes, secondsNow, unsecured, withBadSignature, withRs256 } from "../suite/fapi/jwt.ts";
import { checkRefusal } from "../suite/fapi/tokens.ts";
import type { FapiModule } from "./fapi-module.ts";

type Mistake = (bank: Bank) => Changes | Promise<Changes>;

/** A request object with this mistake is refused. The same request without it is accepted. */
const refused =
  (mistake: Mistake): FapiModule =>
  async (bank) => {
    // The second client has a key of RSA.
    const request = await requestOf(bank, bank.clients[1]);
    checkRefusal(await push(bank, request, { object: await mistake(bank) }), 400, "invalid_request_object");
    await pushed(bank, request);
  };

const accepted =
  (changes: Mistake): FapiModule =>
  async (bank) =>
    void (await runFlow(bank, { pushing: { object: await changes(bank) } }));

const MINUTE = 60;

/** An object of which these claims are so many seconds from now. */
const times = (claims: Readonly<Record<string, number | undefined>>) => (): Changes => ({
  claims: Object.fromEntries(
    Object.entries(claims).map(([name, seconds]) => [name, seconds === undefined ? undefined : secondsNow() + seconds]),
  ),
});

async function unsigned(bank: Bank): Promise<void> {
  const request = await requestOf(bank, bank.clients[0]);
  checkRefusal(await push(bank, request, { object: null }), 400, "invalid_request");
}

async function requestUriInside(bank: Bank): Promise<void> {
  const request = await requestOf(bank, bank.clients[0]);
  const inside = { claims: { request_uri: await pushed(bank, request) } };
  checkRefusal(await push(bank, request, { object: inside }), 400, "invalid_request_object");
}

export const fapiRequestObjects = {
  "fapi2-security-profile-final-ensure-request-object-with-multiple-aud-succeeds": accepted(({ server }) => ({
    claims: { aud: [server.issuer, "https://another.test"] },
  })),
  "fapi2-security-profile-final-ensure-request-object-with-nbf-8-seconds-in-the-future-is-accepted": accepted(
    times({ nbf: 8 }),
  ),
  "fapi2-security-profile-final-ensure-request-object-without-exp-fails": refused(times({ exp: undefined })),
  "fapi2-security-profile-final-ensure-request-object-without-nbf-fails": refused(times({ nbf: undefined })),
  "fapi2-security-profile-final-ensure-expired-request-object-fails": refused(times({ exp: -5 * MINUTE })),
  "fapi2-security-profile-final-ensure-request-object-with-bad-aud-fails": refused(() => ({
    claims: { aud: "https://another.test" },
  })),
  "fapi2-security-profile-final-ensure-request-object-with-exp-over-60-fails": refused(times({ exp: 70 * MINUTE })),
  "fapi2-security-profile-final-ensure-request-object-with-nbf-over-60-fails": refused(times({ nbf: -70 * MINUTE })),
  "fapi2-security-profile-final-ensure-signed-request-object-with-RS256-fails": refused(async ({ clients }) => ({
    key: await withRs256(clients[1].key),
  })),
  "fapi2-security-profile-final-ensure-request-object-signature-algorithm-is-not-none": refused(() => ({
    after: unsecured,
  })),
  "fapi2-security-profile-final-ensure-request-object-with-invalid-signature-fails": refused(() => ({
    after: withBadSignature,
  })),
  "fapi2-security-profile-final-ensure-matching-key-in-authorization-request": refused(({ clients }) => ({
    key: clients[0].key,
    header: { kid: clients[0].key.kid },
  })),
  "fapi2-security-profile-final-ensure-unsigned-request-at-par-endpoint-fails": unsigned,
  "fapi2-security-profile-final-par-authorization-request-containing-request_uri": requestUriInside,
} satisfies Record<string, FapiModule>;
