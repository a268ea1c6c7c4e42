import { describe, expect, it } from "vitest";
import type { Detail } from "../details/details-type.ts";
import type { Consent } from "./consent.ts";
import { acceptedDetails } from "./details-consent.ts";

const api = "https://api.example";
const host = "app.example";
const value = { type: "files", path: "/a" };
const detail = (remembered: boolean): Detail => ({
  type: {
    type: "files",
    resources: [api],
    narrowable: [],
    whole: false,
    remembered,
    withoutPerson: [],
    isValid: () => true,
  },
  value,
  resources: [api],
});
const consentFor = (...hosts: readonly string[]): Consent => ({
  granted: { scopes: [], claims: [] },
  declined: { scopes: [], claims: [] },
  hosts,
  details: [value],
});

describe("RFC 9396 §4: what a person accepted", () => {
  const asked = { details: [detail(false)], userId: "alice", consents: undefined, host };

  it("rarx-06: is what the same person answered on the page, and not another one in the same browser", () => {
    expect(acceptedDetails({ ...asked, answer: { userId: "alice", accepted: [0] } })).toEqual(asked.details);
    expect(acceptedDetails({ ...asked, answer: { userId: "bob", accepted: [0] } })).toBeUndefined();
  });

  it.each<[string, boolean, readonly string[], boolean]>([
    ["remembered for the host that receives the response", true, [host], true],
    ["not remembered for another host", true, ["other.example"], false],
    ["not remembered if its type is not", false, [host], false],
  ])("rarx-06: is %s", (_, remembered, hosts, isAccepted) => {
    const details = [detail(remembered)];
    const consents = new Map([[api, consentFor(...hosts)]]);
    const accepted = acceptedDetails({ ...asked, details, answer: undefined, consents });
    expect(accepted).toEqual(isAccepted ? details : undefined);
  });
});
