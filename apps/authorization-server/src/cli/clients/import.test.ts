import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "countersign-import-"));
  const shop = {
    clientId: "shop",
    rootUrl: "https://shop.example",
    redirectUris: ["/*", "https://shop.example/fixed"],
    attributes: { "post.logout.redirect.uris": "https://shop.example/bye*" },
  };
  const plain = { clientId: "plain", redirectUris: ["https://plain.example/cb"] };
  const off = { clientId: "off", enabled: false, redirectUris: ["https://off.example/*"] };
  await writeFile(join(folder, "realm.json"), JSON.stringify({ clients: [shop, plain, off] }));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});

const run = (...options: string[]) => cli.run(["clients", "import", join(folder, "realm.json"), ...options]);
const text = (name: string) => readFile(join(folder, name), "utf8");

describe("clients import: addresses with a * are filled in by a person", () => {
  it("the report says what became of each client, with a table to fill in", async () => {
    const { exitCode, stderr } = await run("--dry-run", "--report", join(folder, "first"));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("1 clients were refused")]);
    const { dry_run, clients } = JSON.parse(await text("first"));
    expect(dry_run).toBe(true);
    expect(clients.map(({ client_id, result }: Record<string, string>) => [client_id, result])).toEqual([
      ["shop", "refused"],
      ["plain", "would be added"],
      ["off", "left out"],
    ]);
    expect(await text("first.txt")).toMatch(
      /^shop: refused\n {2}refused: its redirect URI https:\/\/shop.example\/\* has/,
    );
    expect(await text("first.csv")).toBe(
      '"client_id","uri","address"\n"shop","https://shop.example/*",""\n"shop","https://shop.example/bye*",""\n',
    );
  });

  it("an empty table changes nothing", async () => {
    expect((await run("--dry-run", "--addresses", join(folder, "first.csv"))).exitCode).toBe(1);
  });

  it("what is filled in is registered instead, each once, and no secret is in a file", async () => {
    const rows = [
      "client_id,uri,address",
      "shop,https://shop.example/*,https://shop.example/callback",
      "shop,https://shop.example/*,https://shop.example/silent",
      "shop,https://shop.example/*,https://shop.example/fixed",
      "shop,https://shop.example/bye*,https://shop.example/bye",
      "other,https://shop.example/*,https://evil.example/",
    ];
    await writeFile(join(folder, "filled.csv"), rows.join("\r\n"));
    const options = ["--addresses", join(folder, "filled.csv"), "--report", join(folder, "second"), "--json"];
    const { exitCode, stdout } = await run(...options);
    expect(exitCode).toBe(0);
    expect(await cli.json("clients", "show", "shop")).toMatchObject({
      redirect_uris: ["https://shop.example/callback", "https://shop.example/silent", "https://shop.example/fixed"],
      post_logout_redirect_uris: ["https://shop.example/bye"],
    });
    const secret = JSON.parse(stdout)[0].client_secret;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await text("second")) + (await text("second.txt"))).not.toContain(secret);
    await expect(text("second.csv")).rejects.toThrow("ENOENT");
  });

  it.each([
    ["a column less", "client_id,uri\nshop,x\n", "it has no column address"],
    ["no CSV", 'client_id,uri,address\n"shop', "is no table of addresses"],
    ["a row that is too long", `client_id,uri,address\nshop,x,${"a".repeat(9000)}`, "is no table of addresses"],
  ])("a table with %s is refused", async (_, table, message) => {
    await writeFile(join(folder, "bad.csv"), table);
    const { exitCode, stderr } = await run("--dry-run", "--addresses", join(folder, "bad.csv"));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it("an address that is filled in is checked as every other", async () => {
    const rows = [
      "shop,https://shop.example/*,http://shop.example/",
      "shop,https://shop.example/bye*,javascript:alert(1)",
    ];
    await writeFile(join(folder, "bad.csv"), `client_id,uri,address\n${rows.join("\n")}\n`);
    const { exitCode, stdout } = await run("--dry-run", "--addresses", join(folder, "bad.csv"));
    expect(exitCode).toBe(1);
    expect(stdout).toContain("shop: refused: its address http://shop.example/ (redirect_uris) must be https");
    expect(stdout).toContain(
      "shop: refused: its address javascript:alert(1) (post_logout_redirect_uris) must be https",
    );
  });
});
