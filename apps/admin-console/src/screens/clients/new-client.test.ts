import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
beforeEach(async () => {
  console = await startConsole({
    scopes: ["clients:read", "clients:write", "settings:read"],
    answers: answersWith("x"),
  });
});
afterEach(() => console.close());

const added = () => console.sent.find(({ operation }) => operation === "addClient")?.input.body;
const USUAL = ["openid", "email", "orders:read"].map((scope) => ["scope", scope] as const);
const form = (fields: Readonly<Record<string, string>>) => [
  ["act", "add"] as const,
  ...Object.entries(fields),
  ...USUAL,
];
const machine = { kind: "machine", client_name: "Nightly" };

describe("C8: the fields of a new application are those of its kind", () => {
  it("what a kind has not says so, and a browser hides it", async () => {
    const html = await (await console.get("/clients/new")).text();
    expect(html).toMatch(/<div class="field" data-not-for="machine workload device">\s*<label for="add-redirect_uris"/);
    expect(html).toMatch(/<div class="field" data-not-for="machine workload">\s*<label for="add-client_uri"/);
    expect(html).toMatch(/<details class="choices" data-not-for="machine workload" open><summary>About the user</);
  });

  it("what no choice of scopes means is said for each kind as it is", async () => {
    const html = await (await console.get("/clients/new")).text();
    const hint = html.match(/<p class="hint" id="add-scope-hint">.*<\/p>/)?.[0];
    expect(hint).toContain('<span data-not-for="machine workload">If none is chosen: openid,');
    expect(hint).toContain('<span data-not-for="browser web native device existing">Without a scope of an API,');
  });

  it.each([
    ["authorization_code", "If none is chosen: openid,"],
    ["client_credentials", "Without a scope of an API, its tokens have none."],
  ])("the settings of an application with %s say what is so for it", async (type, words) => {
    const { readClient } = answersWith("x");
    await console.close();
    console = await startConsole({
      scopes: ["clients:read", "clients:write", "settings:read"],
      answers: { ...answersWith("x"), readClient: { ...readClient, grant_types: [type] } },
    });
    const html = await (await console.get("/clients/x?tab=settings")).text();
    const said = html.match(/id="save-scope-hint">What the application may ask for\. <span>([^<]*)<\/span><\/p>/)?.[1];
    expect(said).toContain(words);
  });

  it("a program is added without what is about people, which was checked before its kind was chosen", async () => {
    await console.post("/clients/new", form({ ...machine, redirect_uris: "", client_uri: "" }));
    expect(added()).toEqual({
      ...{ grant_types: ["client_credentials"], token_endpoint_auth_method: "client_secret_basic" },
      ...{ client_name: "Nightly", scope: "orders:read" },
    });
  });

  it.each([
    ["machine", "redirect_uris", "This kind of application cannot use this address."],
    ["device", "redirect_uris", "This kind of application cannot use this address."],
    ["device", "post_logout_redirect_uris", "This kind of application cannot use this address."],
    ["machine", "client_uri", "This does not fit the other settings."],
  ])("%s: what is sent as %s is refused at its field, and nothing is added", async (kind, name, words) => {
    const answer = await console.post(
      "/clients/new",
      form({ kind, client_name: "N", [name]: "https://app.example/cb" }),
    );
    const html = await answer.text();
    expect([answer.status, added()]).toEqual([400, undefined]);
    expect(html).toContain(`<p class="wrong error" id="add-${name}-wrong"><span>${words}`);
    expect(html).toContain("https://app.example/cb");
  });

  it("4.5: the URIs after a sign-out go along, one of each line, and need not be there", async () => {
    const html = await (await console.get("/clients/new")).text();
    expect(html).toMatch(/<div class="field" data-not-for="machine workload device">\s*<label for="add-post_logout_/);
    const out = "https://shop.example/out";
    await console.post("/clients/new", form({ kind: "web", client_name: "S", post_logout_redirect_uris: `${out}\n` }));
    expect(added()).toMatchObject({ post_logout_redirect_uris: [out] });
    expect(added()).not.toHaveProperty("redirect_uris");
  });

  it("the home page goes along", async () => {
    await console.post(
      "/clients/new",
      form({ kind: "web", client_name: "Shop", client_uri: " https://shop.example " }),
    );
    expect(added()).toMatchObject({ client_uri: "https://shop.example", scope: "openid email orders:read" });
  });
});
