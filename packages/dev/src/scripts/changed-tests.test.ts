/** scripts/changed-tests.mjs: what `npm test -- --changed` runs. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SCRIPT = join(import.meta.dirname, "..", "..", "..", "..", "scripts", "changed-tests.mjs");
const { importersOf, reached } = await import(SCRIPT);

const TREE: Readonly<Record<string, string>> = {
  "packages/rules/package.json":
    '{ "name": "@x/rules", "exports": { ".": "./src/index.ts", "./names": "./src/names.ts" } }',
  "packages/rules/src/index.ts": 'export { fold } from "./fold.ts";',
  "packages/rules/src/fold.ts": "",
  "packages/rules/src/fold.test.ts": 'import { fold } from "./fold.ts";',
  "packages/rules/src/names.ts": "",
  "apps/server/package.json": '{ "name": "@x/server" }',
  "apps/server/src/routes.ts": 'import { page } from "./account/page.ts";\nimport "./views/views.ts";',
  "apps/server/src/account/page.ts": 'import { fold } from "@x/rules";',
  "apps/server/src/account/page.test.ts": 'import "../routes.ts";',
  "apps/server/src/account/email.test.ts": 'import "../routes.ts";',
  "apps/server/src/mail/outbox.test.ts": 'import "../routes.ts";',
  "apps/server/src/names.test.ts": 'const names = await import("@x/rules/names");',
  "apps/server/src/views/views.ts": "",
  "apps/server/src/views/messages/de.json": "{}",
};
const importers = importersOf(Object.keys(TREE), (path: string) => TREE[path] ?? "");
const testsFor = (...changed: readonly string[]): string[] => reached(changed, importers).tests;
const THROUGH_THE_SERVER = ["account/email", "account/page", "mail/outbox"].map(
  (name) => `apps/server/src/${name}.test.ts`,
);

describe("npm test -- --changed", () => {
  it("begins with the test of a file, then the others of its folder", () => {
    expect(testsFor("apps/server/src/account/page.ts")).toEqual([
      "apps/server/src/account/page.test.ts",
      "apps/server/src/account/email.test.ts",
      "apps/server/src/mail/outbox.test.ts",
    ]);
  });

  it("goes from package to package by what they export", () => {
    expect(testsFor("packages/rules/src/fold.ts")).toEqual(["packages/rules/src/fold.test.ts", ...THROUGH_THE_SERVER]);
  });

  it("sees what is imported at run time", () => {
    expect(testsFor("packages/rules/src/names.ts")).toEqual(["apps/server/src/names.test.ts"]);
  });

  it("runs a changed test first, and one only that nothing imports", () => {
    const [mail] = testsFor("apps/server/src/account/page.ts", "apps/server/src/mail/outbox.test.ts");
    expect(mail).toBe("apps/server/src/mail/outbox.test.ts");
    expect(testsFor("apps/server/src/mail/outbox.test.ts")).toEqual(["apps/server/src/mail/outbox.test.ts"]);
  });

  it("takes a file that is not code for the code of the nearest folder above it", () => {
    expect(testsFor("apps/server/src/views/messages/de.json")).toEqual(THROUGH_THE_SERVER);
    expect(testsFor("docs/errors.md")).toEqual([]);
  });

  it("names all files that the change can reach", () => {
    expect([...reached(["apps/server/src/views/views.ts"], importers).files].sort()).toEqual([
      ...THROUGH_THE_SERVER.slice(0, 2),
      THROUGH_THE_SERVER[2],
      "apps/server/src/routes.ts",
      "apps/server/src/views/views.ts",
    ]);
  });
});
