import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { highlighted } from "./highlighter.js";
import { blocksIn, environmentOf, filledIn, QUICKSTARTS, readQuickstarts } from "./quickstarts.ts";

const run = promisify(execFile);
const DOCUMENTS = new URL("../../../../docs/clients/", import.meta.url);
const PAGES = new URL("./pages/", import.meta.url);
const all = Object.values(QUICKSTARTS).flat();
const ofDocuments = all.filter(({ name }) => existsSync(new URL(`${name}.md`, DOCUMENTS)));

/** The fenced blocks of a page. */
const codeOf = (page: string) => [...page.matchAll(/^```\w+\n[\s\S]*?^```\n/gm)].map(([block]) => block).join("\n");

describe("a quickstart shows code that a test runs", () => {
  it("there are more than ten", () => {
    expect(all.length).toBeGreaterThan(10);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it.each(ofDocuments.map(({ name }) => name))("%s: the code on its page, which npm run test:field runs", (name) => {
    const code = codeOf(readFileSync(new URL(`${name}.md`, DOCUMENTS), "utf8"));
    const copy = new URL(`${name}.txt`, PAGES);
    if (process.env.UPDATE_QUICKSTARTS === "1") writeFileSync(copy, code);
    expect(readFileSync(copy, "utf8")).toBe(code);
    expect(blocksIn(code).some(({ file }) => file !== "")).toBe(true);
  });
});

describe("programs without people get a token", () => {
  const asked: { authorization: string | undefined; body: string }[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    asked.push({ authorization: req.headers.authorization, body: Buffer.concat(chunks).toString() });
    res.setHeader("content-type", "application/json").end(JSON.stringify({ access_token: "the-token" }));
  });
  let issuer: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const PROGRAMS: Readonly<Record<string, string>> = { curl: "sh", "Node.js": process.execPath, Python: "python3" };
  it.each(QUICKSTARTS.machine.map(({ title, name }) => [title, name] as const))("with %s", async (title, name) => {
    const [block] = readQuickstarts().get(name)?.blocks ?? [];
    const file = join(mkdtempSync(join(tmpdir(), "quickstart-")), block?.file === "Terminal" ? "run.sh" : "token.mjs");
    writeFileSync(file, block?.text ?? "");
    const values = { issuer, clientId: "billing", redirectUri: undefined, kind: "machine" } as const;
    const variables = environmentOf(values)
      .split("\n")
      .map((line) => line.split("=", 2) as [string, string]);
    const env = { ...process.env, ...Object.fromEntries(variables), CLIENT_SECRET: "s3cret" };
    const { stdout } = await run(PROGRAMS[title] ?? "", [file], { env });
    expect(stdout).toContain("the-token");
    expect(asked.at(-1)).toEqual({
      authorization: `Basic ${btoa("billing:s3cret")}`,
      body: "grant_type=client_credentials",
    });
  });
});

describe("code is shown in colors", () => {
  const blocks = all.flatMap(({ name }) => readQuickstarts().get(name)?.blocks ?? []);
  const textOf = (html: string) =>
    html
      .replace(/<\/?span[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&");

  it("every language of a quickstart has some, and no character changes", () => {
    const colored = new Set<string>();
    for (const { text, language } of blocks) {
      const html = highlighted(text, language) ?? "";
      expect(textOf(html)).toBe(text);
      if (html.includes('class="hljs-')) colored.add(language);
    }
    expect([...colored].sort()).toEqual([...new Set(blocks.map(({ language }) => language))].sort());
  });

  it("every color is used, and so much is in color that most classes have one", () => {
    const css = readFileSync(new URL("../views/assets/console.css/6-code-and-choices.css", import.meta.url), "utf8");
    const ours = new Set([...css.matchAll(/\.(hljs-\w+)/g)].map(([, name]) => name));
    const used = blocks.flatMap(({ text, language }) =>
      [...(highlighted(text, language) ?? "").matchAll(/class="(hljs-\w+)/g)].map(([, name]) => name),
    );
    expect([...ours].filter((name) => !used.includes(name))).toEqual([]);
    expect(used.filter((name) => ours.has(name)).length / used.length).toBeGreaterThan(0.8);
  });

  it("by classes, without a style, and what looks like HTML is text", () => {
    const html = highlighted('const id = "<script>alert(1)</script>"; // <img src=x>', "js") ?? "";
    expect(html).toContain('<span class="hljs-keyword">const</span>');
    expect(html.match(/<(?!\/?span\b)/g)).toBeNull();
    expect(html).not.toContain("style=");
    expect(highlighted("x", "unknown")).toBeUndefined();
  });
});

describe("the values of an application stand in the code", () => {
  const values = {
    issuer: "https://auth.example",
    clientId: "desk",
    redirectUri: "http://localhost:5173/cb",
    kind: "browser",
  } as const;

  it.each([
    ['authority: "https://id.example.com"', 'authority: "https://auth.example"'],
    ['client_id: "<client_id>"', 'client_id: "desk"'],
    ["https://shop.example.com/", "http://localhost:5173/"],
  ])("%s", (text, expected) => {
    expect(filledIn(text, values)).toBe(expected);
  });

  it("as they are: a value with the signs of a replacement inserts nothing of the page", () => {
    const clientId = "https://app.example/$'$`$&$$";
    expect(filledIn('client_id: "<client_id>", more', { ...values, clientId })).toBe(`client_id: "${clientId}", more`);
  });

  it("no quickstart of a browser has a secret", () => {
    expect(environmentOf(values)).not.toContain("SECRET");
    for (const { name } of QUICKSTARTS.browser) {
      for (const { text } of readQuickstarts().get(name)?.blocks ?? []) expect(text).not.toMatch(/SECRET/);
    }
  });

  it("a redirect URI of an app has no origin: the address of the page stays", () => {
    expect(filledIn("https://shop.example.com/", { ...values, redirectUri: "com.example.app:/cb" })).toBe(
      "https://shop.example.com/",
    );
  });
});
