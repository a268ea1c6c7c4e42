import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";
import { aroundFor } from "./navigation.ts";

let console: TestConsole;
afterEach(() => console?.close());

const pageWith = async (config: Parameters<typeof startConsole>[0]["config"]) => {
  console = await startConsole({ scopes: [], answers: answersWith("x"), ...(config && { config }) });
  return (await console.get("/")).text();
};

describe("C29: the rail says which deployment this is, and leads to its documents", () => {
  it("where the deployment names them", async () => {
    const html = await pageWith({ DOCUMENTATION_URL: "https://docs.example/?a=1&b" });
    const [link = ""] = /<a [^>]*id="documents"[^>]*>/.exec(html) ?? [];
    expect(link).toContain('href="https://docs.example/?a=1&amp;b"');
    expect(link).toContain('target="_blank" rel="noopener noreferrer"');
    expect(html).toContain("<small>auth.example</small>");
    expect(html).not.toContain('id="environment"');
  });

  it("4.5: the menu of the administrator leads to where the time zone is set", async () => {
    expect(await pageWith(undefined)).toMatch(/<a href="https:\/\/auth.example\/account\/profile#zoneinfo"/);
  });

  it("otherwise there is no link", async () => {
    expect(await pageWith(undefined)).not.toContain('id="documents"');
  });

  it.each([
    ["http://localhost:4000", true],
    ["http://auth.localhost:4000", true],
    ["http://127.0.0.1:4000", true],
    ["https://auth.example", false],
    ["https://localhost.example", false],
  ])("%s on this machine: %s", (ISSUER, expected) => {
    expect(aroundFor({ may: () => true }, { ISSUER, DOCUMENTATION_URL: undefined }).isDevelopment).toBe(expected);
  });

  it("a deployment on this machine has a badge", async () => {
    const html = await pageWith({ ISSUER: "http://localhost:4000" });
    expect(html).toContain('<span class="badge warn" id="environment">Development</span>');
  });

  it.each(["javascript:alert(1)", "docs.example", "https://a:b@docs.example"])(
    "%s is no address of documents",
    (url) => {
      expect(() => readConfig({ DOCUMENTATION_URL: url })).toThrow(
        "DOCUMENTATION_URL: must be an http or https address",
      );
    },
  );
});
