/** Proofs of possession in FAPI 2: RFC 9449 §4.3, §7 and §10, FAPI 2.0 Security Profile §5.3.2.1 item 12. */
import { expect } from "@playwright/test";
import { send } from "../../support/http.ts";
import { push, requestOf } from "../suite/fapi/authorization.ts";
import { type Bank, resourceOf } from "../suite/fapi/bank.ts";
import { codeOf, complete, runFlow } from "../suite/fapi/flow.ts";
import {
  type Changes,
  newKey,
  proofOf,
  secondsNow,
  thumbprintOf,
  unsecured,
  withBadSignature,
  withRs256,
} from "../suite/fapi/jwt.ts";
import { askResource, errorOf } from "../suite/fapi/requests.ts";
import { checkRefusal, checkResource, redeem } from "../suite/fapi/tokens.ts";
import type { FapiModule } from "./fapi-module.ts";

/** A whole flow in which each proof is other than usual. */
const everyProof =
  (changes: () => Changes): FapiModule =>
  async (bank) => {
    const granted = await codeOf(bank, { pushing: { proof: changes() } });
    const { tokens } = await complete(bank, granted, { proof: changes() });
    await checkResource(bank, granted.request.client, tokens.access_token, { proof: changes() });
  };

const iat = (seconds: number) => () => ({ claims: { iat: secondsNow() + seconds } });
const withTimes = () => ({ claims: { nbf: secondsNow() - 10, exp: secondsNow() + 300 } });

/** What binds the code to the key of the first client. */
type Binding = "proof" | "dpop_jkt" | "both";

async function boundCode(bank: Bank, binding: Binding) {
  const dpopJkt = await thumbprintOf(bank.clients[0].dpop);
  const parameters = binding === "proof" ? {} : { dpop_jkt: dpopJkt };
  return codeOf(bank, { parameters, pushing: binding === "dpop_jkt" ? { dpop: null } : {} });
}

const redeemsWithTheKey =
  (binding: Binding): FapiModule =>
  async (bank) =>
    void (await complete(bank, await boundCode(bank, binding)));

const refusesAnotherKey =
  (binding: Binding): FapiModule =>
  async (bank) => {
    const { request, code } = await boundCode(bank, binding);
    checkRefusal(await redeem(bank, request, code, { dpop: await newKey("ES256") }), 400, "invalid_grant");
  };

async function mismatchedJkt(bank: Bank): Promise<void> {
  const dpopJkt = await thumbprintOf(await newKey("ES256"));
  const request = await requestOf(bank, bank.clients[0], { dpop_jkt: dpopJkt });
  checkRefusal(await push(bank, request), 400, "invalid_dpop_proof");
}

const without = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

/** Proofs that the resource must refuse, by what is wrong with them. */
async function badProofs(bank: Bank): Promise<Readonly<Record<string, Changes>>> {
  const [{ dpop }] = bank.clients;
  const rsa = await newKey("PS256");
  return {
    "no JWT": { after: () => "this-is-no-jwt" },
    "no typ": { header: without("typ") },
    "no alg": { header: without("alg") },
    "no jwk": { header: without("jwk") },
    "no jti": { claims: without("jti") },
    "no htm": { claims: without("htm") },
    "no htu": { claims: without("htu") },
    "no iat": { claims: without("iat") },
    "no ath": { claims: without("ath") },
    "another typ": { header: { typ: "JWT" } },
    RS256: { key: await withRs256(rsa) },
    "no signature": { after: unsecured },
    "a bad signature": { after: withBadSignature },
    "a private key": { header: { jwk: dpop.privateJwk } },
    "another method": { claims: { htm: "POST" } },
    "another address": { claims: { htu: `${resourceOf(bank)}/another` } },
    "the hash of another token": { claims: { ath: Buffer.alloc(32).toString("base64url") } },
  };
}

async function resourceRefuses(bank: Bank): Promise<void> {
  const [client, other] = bank.clients;
  const { tokens } = await runFlow(bank);
  const token = tokens.access_token;
  for (const [mistake, proof] of Object.entries(await badProofs(bank))) {
    const answer = await askResource(bank, client, token, { proof });
    expect([answer.status, errorOf(answer)], mistake).toEqual([401, "invalid_dpop_proof"]);
  }
  const stolen = await askResource(bank, client, token, { dpop: other.dpop });
  expect([stolen.status, errorOf(stolen)]).toEqual([401, "invalid_token"]);
  await refusesHeaders(bank, token);
  await refusesReplay(bank, token);
  await acceptsSpellings(bank, token);
}

/** Requests whose headers are wrong, each without a second try. */
async function refusesHeaders(bank: Bank, token: string): Promise<void> {
  const [{ dpop }] = bank.clients;
  const url = resourceOf(bank);
  const proof = (changes?: Changes) =>
    proofOf(dpop, { method: "GET", url, nonce: undefined, accessToken: token }, changes);
  const authorization = `DPoP ${token}`;
  const table: Record<string, Record<string, string | string[]>> = {
    "two proofs": { authorization, dpop: [await proof(), await proof()] },
    "no proof": { authorization },
    "Bearer with a proof": { authorization: `Bearer ${token}`, dpop: await proof() },
    "Bearer without a proof": { authorization: `Bearer ${token}` },
    "an hour ago": { authorization, dpop: await proof(iat(-3600)()) },
    "in an hour": { authorization, dpop: await proof(iat(3600)()) },
  };
  for (const [mistake, headers] of Object.entries(table)) {
    const answer = await send(bank.world, url, { headers });
    expect(answer.status, mistake).toBe(401);
    // Without the nonce that a resource may want first, a proof is not looked at any further.
    expect(["invalid_token", "invalid_dpop_proof", "use_dpop_nonce"], mistake).toContain(errorOf(answer));
  }
}

async function refusesReplay(bank: Bank, token: string): Promise<void> {
  const [client] = bank.clients;
  let dpop = "";
  const after = (proof: string) => {
    dpop = proof;
    return proof;
  };
  await checkResource(bank, client, token, { proof: { after } });
  const replay = await send(bank.world, resourceOf(bank), { headers: { authorization: `DPoP ${token}`, dpop } });
  expect([replay.status, errorOf(replay)]).toEqual([401, "invalid_dpop_proof"]);
}

/** RFC 9449 §4.3 item 9, RFC 9110 §5.1: what has no meaning for the resource. */
async function acceptsSpellings(bank: Bank, token: string): Promise<void> {
  const [client] = bank.clients;
  const url = resourceOf(bank);
  const { protocol, host, pathname } = new URL(url);
  const htus = [`${url}?query=1`, `${url}#fragment`, `${url}?query=1#fragment`];
  for (const htu of [...htus, `${protocol.toUpperCase()}//${host.toUpperCase()}${pathname}`])
    await checkResource(bank, client, token, { proof: { claims: { htu } } });
  await checkResource(bank, client, token, { url: `${url}?query=1`, proof: { claims: { htu: url } } });
  await checkResource(bank, client, token, { proof: { claims: { extra: "member" }, header: { extra: "member" } } });
  for (const name of ["DPoP", "DPOP", "dpop"]) {
    const proof = await proofOf(client.dpop, { method: "GET", url, nonce: undefined, accessToken: token });
    const answer = await send(bank.world, url, { headers: { authorization: `DPoP ${token}`, [name]: proof } });
    // Whether or not a nonce is needed: the proof was read.
    expect(answer.status === 200 || errorOf(answer) === "use_dpop_nonce", `${name} ${answer.status}`).toBe(true);
  }
}

export const fapiDpop = {
  "fapi2-security-profile-final-check-dpop-proof-nbf-exp": everyProof(withTimes),
  "fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-before-succeeds": everyProof(iat(-10)),
  "fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-after-succeeds": everyProof(iat(10)),
  "fapi2-security-profile-final-ensure-mismatched-dpop-jkt-fails": mismatchedJkt,
  "fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt": refusesAnotherKey("proof"),
  "fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-jkt": refusesAnotherKey("dpop_jkt"),
  "fapi2-security-profile-final-ensure-dpopproof-at-par-endpoint-binding-success": redeemsWithTheKey("proof"),
  "fapi2-security-profile-final-ensure-dpop-auth-code-binding-success": redeemsWithTheKey("both"),
  "fapi2-security-profile-final-dpop-negative-tests": resourceRefuses,
} satisfies Record<string, FapiModule>;
