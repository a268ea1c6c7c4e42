import { describe, expect, it } from "vitest";
import { NO_SENDER } from "../confirmation.ts";
import { boundSender } from "./bound-sender.ts";

const key = "k".repeat(43);
const certificate = "c".repeat(43);
const plain = {
  profile: "oauth21",
  dpopBoundAccessTokens: false,
  tlsClientCertificateBoundAccessTokens: false,
} as const;
const byCertificate = { ...plain, tlsClientCertificateBoundAccessTokens: true };
const byKey = { ...plain, dpopBoundAccessTokens: true };
const both = { ...byKey, tlsClientCertificateBoundAccessTokens: true };
const fapi = { ...plain, profile: "fapi2" } as const;

describe("RFC 8705 §3 and RFC 9449 §5: what a token is bound to", () => {
  it.each([
    ["nothing", plain, {}, NO_SENDER],
    ["nothing, for a certificate that the client did not register for", plain, { certificate }, NO_SENDER],
    ["the key, beside such a certificate", plain, { key, certificate }, { kind: "key", thumbprint: key }],
    ["the certificate", byCertificate, { certificate }, { kind: "certificate", thumbprint: certificate }],
    [
      "the certificate, beside a proof",
      byCertificate,
      { key, certificate },
      { kind: "certificate", thumbprint: certificate },
    ],
    ["both, if both are demanded", both, { key, certificate }, { kind: "key", thumbprint: key, certificate }],
    ["the key, for fapi2", fapi, { key }, { kind: "key", thumbprint: key }],
    [
      "the certificate, for fapi2 (FAPI 2.0 Security Profile §5.3.2.1)",
      { ...fapi, tlsClientCertificateBoundAccessTokens: true },
      { certificate },
      { kind: "certificate", thumbprint: certificate },
    ],
  ])("is %s", (_, client, proved, sender) => {
    expect(boundSender(client, proved)).toEqual(sender);
  });

  it.each([
    ["no certificate", byCertificate, { key }, "invalid_request"],
    ["no proof", byKey, { certificate }, "invalid_dpop_proof"],
    ["only a proof, if both are demanded", both, { key }, "invalid_request"],
    ["only a certificate, if both are demanded", both, { certificate }, "invalid_dpop_proof"],
    ["neither, for fapi2", fapi, { certificate }, "invalid_dpop_proof"],
  ])("refuses %s", (_, client, proved, code) => {
    expect(() => boundSender(client, proved)).toThrow(expect.objectContaining({ code }));
  });
});
