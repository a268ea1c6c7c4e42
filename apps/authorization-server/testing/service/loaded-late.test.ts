import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";

/** Imports what main.ts imports, and prints each module that was loaded. */
const PROGRAM = `
  import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
  await import(process.argv[1] + "/open.ts");
  await import(process.argv[1] + "/routes.ts");
  await import(process.argv[1] + "/platform/other-listeners.ts");
  const { openTracing } = await import("@countersign/tracing/open");
  await openTracing({}, { service: "authorization-server", log: console });
`;

async function loadedAtStart(): Promise<readonly string[]> {
  const argv = ["--input-type=module", "-e", PROGRAM, fileURLToPath(new URL("../../src", import.meta.url))];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { maxBuffer: 2 ** 24 });
  return stdout.split("\n");
}

let loaded: readonly string[];
beforeAll(async () => {
  loaded = await loadedAtStart();
});

it("decision 40: the service starts without loading Prisma Client, to save memory", () => {
  expect(loaded.some((url) => url.endsWith("/stores/client/registration/registrations.ts"))).toBe(true);
  expect(loaded.filter((url) => /@prisma|\/generated\//.test(url))).toEqual([]);
});

it("decision 169: the service starts without loading the listeners that are not configured", () => {
  expect(loaded.some((url) => url.endsWith("/other-listeners.ts"))).toBe(true);
  expect(
    loaded.filter((url) => /\/administration\/api\/(?:routes|operation-table|scim)|\/certificate-routes/.test(url)),
  ).toEqual([]);
});

it("decision 222: the service starts without loading OpenTelemetry, if no collector is configured", () => {
  expect(loaded.some((url) => url.endsWith("/tracing/src/open.ts"))).toBe(true);
  expect(loaded.filter((url) => /@opentelemetry\/|\/tracing\/src\/exporting\//.test(url))).toEqual([]);
});

it("decision 169: the service starts without loading what only some deployments and requests need", async () => {
  const loaded = await loadedAtStart();
  expect(loaded.some((url) => url.endsWith("/open.ts"))).toBe(true);
  const rare = /\/(?:ajv|re2js|openid-client|oauth4webapi|express|body-parser|mime-db)\//;
  expect(loaded.filter((url) => rare.test(url))).toEqual([]);
});
