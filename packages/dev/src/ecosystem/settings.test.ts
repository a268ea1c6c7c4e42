import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

const urlsWith = (environment: NodeJS.ProcessEnv) => readSettings("/workspace", environment, []).urls;

describe("the addresses of a start", () => {
  it.each([
    ["plain http on this machine", {}, "http://localhost:4002"],
    [
      "https for both",
      {
        COUNTERSIGN_ISSUER: "https://auth.test",
        COUNTERSIGN_CLIENT: "https://app.test",
        COUNTERSIGN_CONSOLE: "https://console.test",
      },
      "https://app.test",
    ],
    ["https for the client only", { COUNTERSIGN_CLIENT: "https://app.test" }, "https://app.test"],
  ])("may be %s", (_, environment, client) => {
    expect(urlsWith(environment).client).toBe(client);
  });

  it.each([
    ["by default", {}],
    ["when the setting says so", { COUNTERSIGN_CLIENT: "http://localhost:4002" }],
  ])(
    "are refused for an https issuer with a client on plain http, %s: one sentence says what to set",
    (_, environment) => {
      expect(() => urlsWith({ COUNTERSIGN_ISSUER: "https://auth.test", ...environment })).toThrow(
        "COUNTERSIGN_ISSUER is https, and the sample client is at http://localhost:4002: set COUNTERSIGN_CLIENT to " +
          "the https URL at which it is reached.",
      );
    },
  );
});

describe("the address of the console", () => {
  it("is refused like that of the client: plain http with an https issuer", () => {
    const https = { COUNTERSIGN_ISSUER: "https://auth.test", COUNTERSIGN_CLIENT: "https://app.test" };
    expect(() => urlsWith(https)).toThrow(
      "COUNTERSIGN_ISSUER is https, and the administration console is at http://localhost:4004: set " +
        "COUNTERSIGN_CONSOLE to the https URL at which it is reached.",
    );
  });
});

describe("the database of a start", () => {
  it("survives a crash of the machine, unless a test says that it need not", () => {
    expect(readSettings("/workspace", {}, []).durable).toBe(true);
    expect(readSettings("/workspace", {}, ["--json", "--not-durable"]).durable).toBe(false);
  });
});
