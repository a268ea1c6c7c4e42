import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundle } from "./bundle.ts";

const workspace = join(import.meta.dirname, "..", "..", "..");

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

const node = (file: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH } = process.env;
    execFile(process.execPath, [file], { env: { PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });

describe("decision 168: a bundle", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "a clone #1 (100%20) "));
    write("apps/shop/package.json", '{ "type": "module" }');
    write("packages/part/package.json", '{ "type": "module" }');
    write("apps/shop/src/views/greeting.txt", "hello");
    write("apps/shop/src/late.ts", `export const late = "loaded late";\n`);
    write(
      "apps/shop/src/views/views.ts",
      `import { readFileSync } from "node:fs";
       interface Greeting { readonly text: string }
       export const greeting: Greeting = { text: readFileSync(new URL("greeting.txt", import.meta.url), "utf8") };

       export const fail = (): never => {
         throw new Error("on purpose");
       };`,
    );
    write(
      "apps/shop/src/main.ts",
      `import { fail, greeting } from "./views/views.ts";
       console.log(greeting.text, (await import("./late.ts")).late);
       if (process.env.FAIL === "yes") fail();`,
    );
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  it("does what its sources do, with the files beside them", async () => {
    const { entry } = await bundle(root, "shop");
    expect(await node(entry)).toEqual({ code: 0, output: "hello loaded late\n" });
  });

  it("decision 253: is started several times only if its manifest declares the variable", async () => {
    const { entry } = await bundle(root, "shop");
    expect(await node(entry, { WORKERS: "2" })).toEqual({ code: 0, output: "hello loaded late\n" });

    // Each stays for a while: when the first one ends, the others are ended.
    write("apps/shop/package.json", '{ "type": "module", "countersign": { "workers": true } }');
    write("apps/shop/src/late.ts", `export const late = "late"; setTimeout(() => {}, 5000);\n`);
    await bundle(root, "shop");
    const { output } = await node(entry, { WORKERS: "2" });
    expect(output.match(/hello late\n/g)).toHaveLength(2);
  });

  it.each(readdirSync(join(workspace, "apps")))("decision 253: %s declares the variable if it reads it", (service) => {
    const { countersign } = JSON.parse(readFileSync(join(workspace, "apps", service, "package.json"), "utf8"));
    const sources = globSync("src/**/*.ts", { cwd: join(workspace, "apps", service) });
    const reads = sources.some((name) =>
      /\blistenEnvironment\b/.test(readFileSync(join(workspace, "apps", service, name), "utf8")),
    );
    expect(countersign?.workers ?? false).toBe(reads);
  });

  it("has the same bytes when it is built again, at another place too", async () => {
    const built = async () => {
      const { entry } = await bundle(root, "shop");
      const dist = dirname(entry);
      const files = globSync("**/*", { cwd: dist, withFileTypes: true }).filter((file) => file.isFile());
      return files
        .map((file) => [
          join(file.parentPath, file.name).slice(dist.length),
          readFileSync(join(file.parentPath, file.name), "utf8"),
        ])
        .sort();
    };
    const first = await built();
    rmSync(join(root, "apps/shop/dist"), { recursive: true });
    expect(await built()).toEqual(first);

    const other = mkdtempSync(join(tmpdir(), "another place "));
    cpSync(root, other, { recursive: true });
    rmSync(root, { recursive: true });
    root = other;
    rmSync(join(root, "apps/shop/dist"), { recursive: true });
    expect(await built()).toEqual(first);
  });

  it("names the files and lines of the sources in errors", async () => {
    const { entry } = await bundle(root, "shop");
    const { code, output } = await node(entry, { FAIL: "yes" });
    expect(code).toBe(1);
    expect(output).toMatch(/apps\/shop\/src\/views\/views\.ts:6:\d+/);
    expect(output).toMatch(/apps\/shop\/src\/main\.ts:3:\d+/);
  });

  it("reads no source map before there is an error to show", async () => {
    const { entry } = await bundle(root, "shop");
    for (const map of globSync("apps/shop/dist/*/*.map", { cwd: root })) rmSync(join(root, map));
    const { code, output } = await node(entry, { FAIL: "yes" });
    expect(code).toBe(1);
    // Without its map, an error is shown all the same.
    expect(output).toMatch(/on purpose\n +at fail \(.*\/dist\/\w+\/main\.js:\d+:\d+\)/);
  });

  it("keeps what Node.js compiled beside it", async () => {
    const { entry } = await bundle(root, "shop");
    await node(entry);
    expect(globSync("apps/shop/dist/*/compile-cache/*/*", { cwd: root }).length).toBeGreaterThan(1);
  });

  it("is made again only if a source changed, and the build before stays for those who run it", async () => {
    expect(await bundle(root, "shop")).toMatchObject({ made: true });
    expect(await bundle(root, "shop")).toMatchObject({ made: false });

    write("apps/shop/src/late.ts", `export const late = "another";\n`);
    const { entry, made } = await bundle(root, "shop");
    expect(made).toBe(true);
    expect((await node(entry)).output).toBe("hello another\n");
    expect(globSync("apps/shop/dist/*/main.js", { cwd: root })).toHaveLength(2);
  });

  it("keeps three builds", async () => {
    for (const text of ["one", "two", "three", "four"]) {
      write("apps/shop/src/late.ts", `export const late = "${text}";\n`);
      await bundle(root, "shop");
    }
    expect(globSync("apps/shop/dist/*/main.js", { cwd: root })).toHaveLength(3);
  });

  it("is not made of a module that would not find its files, or of one that is not there", async () => {
    write("apps/shop/src/late.ts", "export const late = import.meta.dirname;\n");
    await expect(bundle(root, "shop")).rejects.toThrow("late.ts: import.meta.dirname is unknown in a bundle");
    write("apps/shop/src/late.ts", 'export { late } from "nowhere";\n');
    await expect(bundle(root, "shop")).rejects.toThrow("nowhere");
    expect(globSync("apps/shop/dist/start.js", { cwd: root })).toEqual([]);
  });
});

describe("decision 168: the bundle of each service", () => {
  it.each([
    ["authorization-server", "DATABASE_URL"],
    ["resource-server", "DATABASE_URL"],
    ["admin-console", "CONSOLE_URL"],
    ["sample-api", "RESOURCE"],
    ["sample-mcp", "RESOURCE"],
    ["sample-stock", "RESOURCE"],
  ])("%s loads whole, and its modules know where their sources are", async (service, variable) => {
    const { entry } = await bundle(workspace, service);
    const dist = dirname(entry);

    // It loads every part, the service last, which ends because it has no configuration.
    const { code, output } = await node(join(dist, "load.js"));
    expect(output).toContain(variable);
    expect(code).toBe(1);

    const [build = ""] = readFileSync(join(dist, "current.txt"), "utf8").split("\n");
    const files = globSync("*.js", { cwd: join(dist, build) });
    const places = files.flatMap((file) => [
      ...readFileSync(join(dist, build, file), "utf8").matchAll(/new URL\("(\.\.\/[^"]+)", import\.meta\.url\)/g),
    ]);
    const named = places.map(([, path = ""]) => join(dist, build, path));
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("decision 233: that of the authorization server has only commands of Redis that are called", async () => {
    const { entry } = await bundle(workspace, "authorization-server");
    const dist = dirname(entry);
    const [build = ""] = readFileSync(join(dist, "current.txt"), "utf8").split("\n");
    const texts = globSync("redis-connection-*.js", { cwd: join(dist, build) });
    const [text = ""] = texts.map((file) => readFileSync(join(dist, build, file), "utf8"));
    for (const command of ["evalSha", "eval", "get", "info", "ping", "clusterSlots", "sentinelMaster", "AUTH"])
      expect(text).toContain(`${command}:`);
    expect(text).not.toContain("geoSearch:");
  });

  it("decision 253: what starts workers needs no package, because images of samples lack those of services", () => {
    const packages = new Set<string>();
    const follow = (file: string): void => {
      for (const [, type, from = ""] of readFileSync(file, "utf8").matchAll(/^import (type )?[^;]*?from "([^"]+)"/gm)) {
        if (type !== undefined) continue;
        if (from.startsWith(".")) follow(join(dirname(file), from));
        else if (!from.startsWith("node:")) packages.add(from);
      }
    };
    follow(join(workspace, "packages", "service", "src", "workers", "main.ts"));
    expect([...packages]).toEqual([]);
  });
});
