import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundle } from "./bundle.ts";

describe("decision 168: a bundle loads little", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "countersign-lean-"));
    mkdirSync(join(root, "packages"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** The text of the bundle, and what it prints. */
  async function bundled(main: string) {
    const file = join(root, "apps", "shop", "src", "main.ts");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, main);
    writeFileSync(join(root, "apps", "shop", "package.json"), "{}");
    const { entry } = await bundle(root, "shop");
    const [build = ""] = readFileSync(join(dirname(entry), "current.txt"), "utf8").split("\n");
    const text = readFileSync(join(dirname(entry), build, "main.js"), "utf8");
    const lines: unknown[] = [];
    const log = console.log;
    console.log = (...words) => lines.push(...words);
    try {
      await import(join(dirname(entry), build, "main.js"));
    } finally {
      console.log = log;
    }
    return { text, lines };
  }

  it("and does not read the exports of node:http, of which some load the fetch of Node.js", async () => {
    const { text, lines } = await bundled(`import http, { createServer } from "node:http";
      console.log(createServer === http.createServer, typeof http.Agent);`);
    expect(lines).toEqual([true, "function"]);
    expect(text).not.toMatch(/from "node:http"/);
    expect(text).not.toContain("WebSocket");
  });

  it("and does not read other exports of modules of Node.js that load more, unless they are used", async () => {
    const { text, lines } = await bundled(`import * as crypto from "node:crypto";
      import { existsSync, promises } from "node:fs";
      import { TextDecoder } from "node:util";
      console.log(existsSync("/"), typeof promises.open, typeof TextDecoder, typeof crypto.webcrypto);`);
    expect(lines).toEqual([true, "function", "function", "object"]);
    expect(text).not.toContain("ReadStream");
    expect(text).not.toContain("setTraceSigInt");
  });

  it("is kept in one byte for each character, and its texts stay the same", async () => {
    const { text, lines } = await bundled(
      `console.log("Zürich – 💩 …", \`…\${1}\`, /^[ā-ž💩]$/u.test("💩"), { "…": 1 }["…"]); // → a comment`,
    );
    expect(lines).toEqual(["Zürich – 💩 …", "…1", true, 1]);
    expect(Math.max(...Array.from(text, (char) => char.charCodeAt(0)))).toBeLessThan(128);
  });

  it("is not made if a text would get other characters by that", async () => {
    await expect(bundled("console.log(String.raw`…`);")).rejects.toThrow(
      "String.raw`…` would have other characters in a bundle",
    );
  });
});
