import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const scopes = ["clients:read", "clients:write"];
const TAB = "/clients/shop?tab=try";
const open = (mine: readonly string[] = scopes, changes: object = {}) => {
  const answers = answersWith("https://shop.example/cb");
  const readClient = { ...(answers.readClient as object), ...changes };
  return startConsole({ scopes: mine, answers: { ...answers, readClient } });
};

describe("decision 217: the page of an application tries its sign-in", () => {
  it("asks with what the application has, and sends what was asked", async () => {
    console = await open();
    const html = await (await console.get(TAB)).text();
    expect(html).toMatch(/id="try-redirect_uri"[^>]*value="https:\/\/shop\.example\/cb"/);
    const form = { act: "try", redirect_uri: "https://shop.example/other", scope: "openid", prompt: "login" };
    await console.post(TAB, form);
    const body = { redirect_uri: "https://shop.example/other", scope: "openid", prompt: "login" };
    const sent = console.sent.find(({ operation }) => operation === "tryClientSignIn");
    expect(sent?.input).toMatchObject({ path: { id: "shop" }, body });
  });

  it("shows the request with what each parameter does, and opens the sign-in beside the console", async () => {
    console = await open();
    const form = { act: "try", redirect_uri: "https://shop.example/other", scope: "", prompt: "silently" };
    const html = await (await console.post(TAB, form)).text();
    expect(console.sent.find(({ operation }) => operation === "tryClientSignIn")?.input.body).toEqual({
      redirect_uri: "https://shop.example/other",
    });
    const [link = ""] = /<a class="button primary" id="open-trial"[^>]*>/.exec(html) ?? [];
    expect(link).toContain('target="_blank" rel="noopener noreferrer" href="https://auth.example/try-sign-in');
    expect(html).toContain("What the application wants to know and do.");
    expect(html).toMatch(/id="try-redirect_uri"[^>]*value="https:\/\/shop\.example\/other"/);
    expect(html.match(/class="[^"]*\bprimary\b/g)).toHaveLength(1);
  });

  it("its tab is the last one of every part of the page", async () => {
    console = await open();
    for (const path of ["/clients/shop", "/clients/shop?tab=settings", TAB]) {
      const [tabs = ""] = /<nav class="tabs"[\s\S]*?<\/nav>/.exec(await (await console.get(path)).text()) ?? [];
      expect([...tabs.matchAll(/href="([^"]*)"/g)].at(-1)?.[1]).toMatch(/\?tab=try$/);
    }
  });

  it.each<[string, readonly string[], object]>([
    ["an administrator who may not change it", ["clients:read"], {}],
    ["an application without sign-in", scopes, { grant_types: ["client_credentials"] }],
  ])("is not offered for %s", async (_, mine, changes) => {
    console = await open(mine, changes);
    expect(await (await console.get("/clients/shop")).text()).not.toContain("?tab=try");
    expect(await (await console.get(TAB)).text()).not.toMatch(/value="try"|id="try"/);
  });
});
