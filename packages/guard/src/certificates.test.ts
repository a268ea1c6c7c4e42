import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { clientCertHeader, connectionCertificate } from "./certificates.ts";
import { openWorld } from "./testing/test-world.ts";

const der = new Uint8Array([1, 2, 3, 4]);
const header = ":AQIDBA==:";
const cnf = { "x5t#S256": createHash("sha256").update(der).digest("base64url") };
const byHeader = await openWorld({ certificate: clientCertHeader({ trust: (peer) => peer === "10.0.0.2" }) });
const byConnection = await openWorld({ certificate: connectionCertificate });

const authorization = `Bearer ${await byHeader.issuer.token({ cnf })}`;
const send = (headers: Record<string, string | string[]>, peer = "10.0.0.2") =>
  byHeader.send({ authorization, ...headers }, [], { peer });

describe("RFC 9440: the certificate that a proxy sends", () => {
  it("guard-r06: is accepted from a trusted peer, in the scheme Bearer", async () => {
    expect(await send({ "client-cert": header })).toMatchObject({ status: 200 });
  });

  it("§4: is refused from any other peer", async () => {
    expect(await send({ "client-cert": header }, "10.0.0.3")).toMatchObject({ status: 400, error: "invalid_request" });
  });

  it("mtx-09: is no certificate in a later request without the header", async () => {
    expect(await send({})).toMatchObject({ status: 401, error: "invalid_token" });
  });

  it.each<[string, string | string[]]>([
    ["mtx-02: two headers", [header, header]],
    ["mtx-02: two values in one", `${header}, ${header}`],
    ["mtx-12: PEM", "-----BEGIN CERTIFICATE-----"],
    ["mtx-12: base64 of no bytes", ":AQIDBA=:"],
    ["mtx-12: parameters", `${header};a=b`],
    ["mtx-12: a megabyte", `:${"A".repeat(1_000_000)}:`],
    ["nothing", ""],
  ])("§2.1: is refused if it cannot be read: %s", async (_, value) => {
    expect(await send({ "client-cert": value })).toMatchObject({ status: 400, error: "invalid_request" });
  });

  it("does not matter for a token that is not bound to one", async () => {
    const token = await byHeader.issuer.token();
    const headers = { authorization: `Bearer ${token}`, "client-cert": "x" };
    expect(await byHeader.send(headers, [], { peer: "10.0.0.3" })).toMatchObject({ status: 200 });
  });
});

describe("RFC 8705 §3: the certificate of the connection", () => {
  it("mtls-r10: counts; a header does not", async () => {
    const token = await byConnection.issuer.token({ cnf });
    expect(await byConnection.ask(token, [], { connectionCertificate: () => der })).toMatchObject({ status: 200 });
    expect(await byConnection.ask(token, [], { connectionCertificate: () => undefined })).toMatchObject({
      status: 401,
    });
    const headers = { authorization: `Bearer ${token}`, "client-cert": header };
    expect(await byConnection.send(headers)).toMatchObject({ status: 401 });
  });

  it("guard-r09: the metadata says that such tokens are accepted", () => {
    expect(byConnection.api.metadata.document.tls_client_certificate_bound_access_tokens).toBe(true);
  });
});
