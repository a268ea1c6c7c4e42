import { describe, expect, it } from "vitest";
import { clientDocumentsEnvironment, clientDocumentsPolicy } from "./client-documents-policy.ts";

const policyOf = (documents: string, hosts = "") =>
  clientDocumentsPolicy(
    clientDocumentsEnvironment.parse({ CLIENT_DOCUMENTS: documents, CLIENT_DOCUMENT_HOSTS: hosts }),
    (host) => host.endsWith(".internal"),
  );

describe("CIMD, section 8.5: which hosts have documents", () => {
  it.each<[string, string, string, boolean]>([
    ["listed, a host that is listed", "listed", "app.example", true],
    ["listed, a host that is listed with its port", "listed", "app.example:8443", true],
    ["listed, another port of a listed host", "listed", "app.example:9443", false],
    ["listed, another host", "listed", "other.example", false],
    ["open, any host", "open", "other.example", true],
    ["ssrf-06: open, a host that may be inside", "open", "app.internal", false],
    ["open, a host that may be inside and is listed", "open", "listed.internal", true],
  ])("%s", (_, documents, host, isAccepted) => {
    const policy = policyOf(documents, "app.example, App.example:8443 listed.internal");
    expect(policy.accepts(host)).toBe(isAccepted);
  });
});
