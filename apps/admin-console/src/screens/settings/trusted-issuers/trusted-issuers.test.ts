import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

const PATH = "/settings/trusted-issuers";
const rules = [{ client: "orders", claims: { sub: "system:serviceaccount:shop:orders" } }];
const filledIn = {
  ...{ name: "Cluster", issuer: "https://cluster.example", subject: "workload", jwks_uri: "", jwks: '{"keys":[]}' },
  ...{ signing_algs: "RS256\nES256", audience: "token_endpoint", max_lifetime_seconds: "300" },
  ...{ workloads: JSON.stringify(rules), resources: "https://orders.example", scopes: "read\nwrite" },
};

let console: TestConsole;
beforeEach(async () => {
  console = await startConsole({ scopes: ["clients:read", "clients:write"], answers: answersWith("held") });
});
afterEach(() => console.close());

const sentTo = (operation: string) => console.sent.find((one) => one.operation === operation)?.input;

describe("jbg-r01: trusted issuers in the console", () => {
  it("one is added with what the form says", async () => {
    const { status, headers } = await console.post(`${PATH}/new`, { act: "add", ...filledIn });
    expect([status, headers.get("location")]).toEqual([303, expect.stringContaining("done=issuer_added")]);
    expect(sentTo("addTrustedIssuer").body).toEqual({
      ...{
        name: "Cluster",
        issuer: "https://cluster.example",
        subject: "workload",
        jwks_uri: null,
        jwks: { keys: [] },
      },
      ...{ signing_algs: ["RS256", "ES256"], audience: "token_endpoint", max_lifetime_seconds: 300, workloads: rules },
      ...{ provider: null, clients: [], without_consent: false },
      ...{ resources: ["https://orders.example"], scopes: ["read", "write"] },
    });
  });

  it("what is no JSON and no number goes to the API, which says what is wrong", async () => {
    await console.post(`${PATH}/new`, { act: "add", ...filledIn, workloads: "sub=a", max_lifetime_seconds: "soon" });
    expect(sentTo("addTrustedIssuer").body).toMatchObject({ workloads: "sub=a", max_lifetime_seconds: null });
  });
});
