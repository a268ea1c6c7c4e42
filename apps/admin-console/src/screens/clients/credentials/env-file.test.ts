import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const start = async () => {
  console = await startConsole({ scopes: ["clients:read", "clients:write"], answers: answersWith("x") });
};
const add = () => console.post("/clients/new", { act: "add", client_name: "App", kind: "web", once: "k1" });

describe("C9: the variables of an application are a file, with its new secret", () => {
  it("while its page shows the secret", async () => {
    await start();
    const to = (await add()).headers.get("location") ?? "";
    const html = await (await console.get(to)).text();
    const [, href = ""] = /href="([^"]+)" download/.exec(html) ?? [];
    expect(href).toBe(`${to.split("?")[0]}/env`);
    const file = await console.get(href);
    expect(file.headers.get("content-disposition")).toBe('attachment; filename=".env"');
    expect(file.headers.get("cache-control")).toBe("no-store");
    const lines = (await file.text()).split("\n");
    expect(lines).toContain("CLIENT_SECRET=s3cr3t");
    expect(lines).toContain("ISSUER=https://auth.example");
    // The file is no other page: a reload has the secret, and so has another download.
    expect(await (await console.get(to)).text()).toContain("s3cr3t");
    expect(await (await console.get(href)).text()).toContain("s3cr3t");
  });

  it("and not after another page, for another application, or in another session", async () => {
    await start();
    const page = ((await add()).headers.get("location") ?? "").split("?")[0] ?? "";
    const other = await console.get("/clients/other/env");
    expect([other.status, other.headers.get("location")]).toEqual([303, "/clients/other"]);
    await console.get("/clients");
    const answer = await console.get(`${page}/env`);
    expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([303, page, ""]);
    await add();
    expect((await console.get(`${page}/env`, {})).headers.get("location")).toContain("auth.example");
  });

  it("a secret that was rotated has a file, too", async () => {
    await start();
    const to = (await console.post("/clients/x?tab=credentials", { act: "rotate-secret", overlap: "24" })).headers;
    const html = await (await console.get(to.get("location") ?? "")).text();
    expect(html).toContain('href="/clients/x/env" download');
    expect(await (await console.get("/clients/x/env")).text()).toContain("CLIENT_SECRET=s3cr3t");
  });
});
