import { describe, expect, it, vi } from "vitest";
import { bound } from "./demands.ts";
import { proofsInMemory } from "./dpop/memory.ts";
import { isSameSender } from "./senders.ts";
import { memoryOfOld, openWorld, resource, seconds } from "./testing/test-world.ts";

const { send, ask, boundTo, key, issuer } = await openWorld();
const other = await issuer.key();
const invalid = { status: 401, error: "invalid_token" };
const badProof = { status: 401, error: "invalid_dpop_proof" };

describe("RFC 9449 §7: a token that is bound to a key", () => {
  it.each(["DPoP", "dPoP", "dpop"])("dpop-r12: is accepted with a proof, in the scheme %s", async (scheme) => {
    const headers = await boundTo(key);
    const authorization = headers.authorization.replace("DPoP", scheme);
    expect(await send({ ...headers, authorization })).toMatchObject({ status: 200, access: { subject: "alice" } });
  });

  it("dpop-r12: is refused as a bearer token, also with a proof, and where DPoP is off", async () => {
    const headers = await boundTo(key);
    const authorization = headers.authorization.replace("DPoP", "Bearer");
    expect(await send({ authorization })).toMatchObject(invalid);
    expect(await send({ ...headers, authorization })).toMatchObject(invalid);
    const off = await openWorld({ dpop: false });
    const token = await off.issuer.token({ cnf: { jkt: key.jkt } });
    expect(await off.ask(token)).toMatchObject(invalid);
    expect(await off.send({ authorization: `DPoP ${token}` })).toMatchObject(invalid);
  });

  it("dpop-r12: a token that is not bound is refused with DPoP", async () => {
    expect(await send(await boundTo(key, {}, { cnf: undefined }))).toMatchObject(invalid);
  });

  it("§7.1: is refused with a proof of another key, and without one", async () => {
    expect(await send(await boundTo(other))).toMatchObject(invalid);
    const { authorization } = await boundTo(key);
    const refusal = await send({ authorization });
    expect(refusal).toMatchObject(invalid);
    expect(refusal.challenges).toEqual([expect.stringMatching(/^DPoP .*algs="ES256 PS256 EdDSA Ed25519"/)]);
  });

  it.each<[string, object]>([
    ["for another method", { htm: "POST" }],
    ["for another path", { htu: `${resource}/other` }],
    ["for another token", { ath: "A".repeat(43) }],
    ["without the hash of a token", { ath: undefined }],
    ["that is an hour old", { iat: seconds - 3600 }],
    ["from the future", { iat: seconds + 61 }],
  ])("§4.3: a proof %s is refused", async (_, claims) => {
    expect(await send(await boundTo(key, claims))).toMatchObject(badProof);
  });

  it("dpx-01, dpop-r06: a proof is accepted once, also in parallel", async () => {
    const headers = await boundTo(key);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send(headers)));
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await send(headers)).toMatchObject(badProof);
  });

  it("two proofs are refused, as two headers and in one", async () => {
    const { authorization, dpop } = await boundTo(key);
    expect(await send({ authorization, dpop: [dpop, dpop] })).toMatchObject(badProof);
    expect(await send({ authorization, dpop: `${dpop}, ${dpop}` })).toMatchObject(badProof);
  });

  it("dpx-04: what a proof is for comes from the configuration, never from the request", async () => {
    const headers = await boundTo(key, { htu: "https://evil.example/files" });
    const forged = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    expect(await send({ ...headers, ...forged })).toMatchObject(badProof);
  });

  it.each([
    ["/files?page=2", "/files", ""],
    ["https://internal:8080/files?page=2", "/files", ""],
    ["//admin", "//admin", ""],
    ["/files", "/api/files", "/api"],
  ])("guard-r05: for the target %s, a proof names %s", async (target, path, pathPrefix) => {
    const world = await openWorld({ pathPrefix });
    const sent = async (htu: string) => world.send(await world.boundTo(world.key, { htu }), [], { target });
    expect(await sent(`${resource}${path}`)).toMatchObject({ status: 200 });
    expect(await sent("https://admin/")).toMatchObject(badProof);
  });

  it("dpop.aheadSeconds: a clock may be ahead by more, if the API allows it", async () => {
    const world = await openWorld({ dpop: { aheadSeconds: 300, memory: memoryOfOld() } });
    expect(await world.send(await world.boundTo(world.key, { iat: seconds + 300 }))).toMatchObject({ status: 200 });
  });
});

describe("RFC 9449 §9: nonces of the API", () => {
  it("a nonce is asked for where each proof needs one, and replaced when it ages", async () => {
    let time = seconds;
    const world = await openWorld({
      dpop: { nonceRequired: true, memory: memoryOfOld() },
      now: () => new Date(time * 1000),
    });
    const refusal = await world.send(await world.boundTo(world.key));
    expect(refusal).toMatchObject({ status: 401, error: "use_dpop_nonce" });
    const nonce = new Map(refusal.headers).get("dpop-nonce");
    expect(nonce).toMatch(/^[\w-]{38}$/);

    expect(await world.send(await world.boundTo(world.key, { nonce }))).toMatchObject({ status: 200, headers: [] });
    time += 200;
    const fresh = await world.send(await world.boundTo(world.key, { nonce }));
    expect(fresh.headers.map(([name]) => name)).toEqual(["dpop-nonce", "access-control-expose-headers"]);
  });

  it("dpop-r06: a proof from before the memory began needs a nonce", async () => {
    const world = await openWorld({ dpop: {} });
    const refusal = await world.send(await world.boundTo(world.key));
    expect(refusal).toMatchObject({ status: 401, error: "use_dpop_nonce" });
    const nonce = new Map(refusal.headers).get("dpop-nonce");
    expect(await world.send(await world.boundTo(world.key, { nonce }))).toMatchObject({ status: 200 });
  });

  it("guard-r04: a memory of one process is noted loudly, once, unless it was chosen", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const [byDefault, chosen] = [
      await openWorld({ dpop: {} }),
      await openWorld({ dpop: { memory: proofsInMemory() } }),
    ];
    for (const world of [byDefault, byDefault, chosen]) await world.send(await world.boundTo(world.key));
    expect(warn.mock.calls).toEqual([[expect.stringContaining("set dpop.memory")]]);
    warn.mockRestore();
  });

  it("a memory that fails is no reason to accept a proof", async () => {
    const down = { remember: () => Promise.reject(new Error("down")) };
    const world = await openWorld({ dpop: { memory: down } });
    expect(await world.send(await world.boundTo(world.key))).toMatchObject({
      status: 503,
      error: "temporarily_unavailable",
    });
  });
});

describe("RFC 8705 §3: a token that is bound to a certificate", () => {
  const der = new Uint8Array([1, 2, 3]);
  const thumbprint = "A5BYxvLAy0ksUzsKTRTvd8wPeKvMztUofYShogEc-4E";
  const cnf = { "x5t#S256": thumbprint };

  it("mtls-r10: is accepted only with the certificate of this request", async () => {
    let shown: Uint8Array | undefined = der;
    const world = await openWorld({ certificate: () => shown });
    expect(await world.ask(await world.issuer.token({ cnf }))).toMatchObject({ status: 200 });
    for (shown of [new Uint8Array([1, 2, 4]), undefined]) {
      expect(await world.ask(await world.issuer.token({ cnf }))).toMatchObject(invalid);
    }
  });

  it("mtx-11: is refused where the API reads no certificates", async () => {
    expect(await ask(await issuer.token({ cnf }))).toMatchObject(invalid);
  });

  it("RFC 9449 §7.1: is not a token of the scheme DPoP, even with more proofs than the certificate", async () => {
    const world = await openWorld({ certificate: () => der });
    expect(await world.send(await world.boundTo(world.key, {}, { cnf }))).toMatchObject(invalid);
  });

  it("dpop-r19: all members of cnf must hold", async () => {
    let shown: Uint8Array | undefined = der;
    const world = await openWorld({ certificate: () => shown });
    const both = { cnf: { ...cnf, jkt: world.key.jkt } };
    expect(await world.send(await world.boundTo(world.key, {}, both))).toMatchObject({ status: 200 });
    shown = undefined;
    expect(await world.send(await world.boundTo(world.key, {}, both))).toMatchObject(invalid);
  });
});

describe("RFC 7800 §3.1: other confirmations", () => {
  it.each([{ kid: "1" }, {}, "jkt", { jkt: null }, null])("grdx-01: cnf %j is refused", async (cnf) => {
    expect(await ask(await issuer.token({ cnf }))).toMatchObject(invalid);
  });

  it("grdx-01: an unknown member beside a known one is refused", async () => {
    expect(await send(await boundTo(key, {}, { cnf: { jkt: key.jkt, kid: "1" } }))).toMatchObject(invalid);
    expect(isSameSender({ jkt: "a", kid: undefined }, { jkt: "a" })).toBe(false);
  });

  it("guard-r04: a route or an API can demand that tokens are bound", async () => {
    expect(await ask(await issuer.token(), [bound()])).toMatchObject(invalid);
    expect(await send(await boundTo(key), [bound()])).toMatchObject({ status: 200 });
    const strict = await openWorld({ dpop: { required: true, memory: memoryOfOld() } });
    expect(await strict.ask(await strict.issuer.token())).toMatchObject(invalid);
    expect(await strict.send(await strict.boundTo(strict.key))).toMatchObject({ status: 200 });
    expect((await strict.send({})).challenges).toEqual([expect.stringMatching(/^DPoP /)]);
  });
});
