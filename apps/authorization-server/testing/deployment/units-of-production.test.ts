/** The systemd units of deploy/systemd start the services as the services start themselves, and give them no more. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { environment } from "../../src/config.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const unitOf = (file: string) => read(`deploy/systemd/${file}`);
const [ofServer = ""] = [...read("docs/operations/services.md").matchAll(/^```ini\n(.*?)^```$/gms)].map(
  ([, text]) => text,
);

/** Each unit, and the service that it starts. */
const UNITS = [
  ["countersign-admin-console.service", "admin-console"],
  ["countersign-authorization-server@.service", "authorization-server"],
  ["countersign-resource-server@.service", "resource-server"],
] as const;
const SERVER = unitOf("countersign-authorization-server@.service");

/** The values of a key of a unit, which may stand there several times. */
const all = (unit: string, key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.+)$`, "gm"))].map(([, value]) => value ?? "");

describe("newcomer F6: the units of deploy/systemd", () => {
  it("are these", () => {
    expect(readdirSync(join(ROOT, "deploy", "systemd")).sort()).toEqual(UNITS.map(([file]) => file));
  });

  it.each(UNITS)("%s starts %s with the options of its own start", (file, name) => {
    const unit = unitOf(file);
    const { scripts } = JSON.parse(read(`apps/${name}/package.json`)) as { scripts: { start: string } };
    expect(all(unit, "WorkingDirectory")).toEqual([`/app/apps/${name}`]);
    // In a checkout, the console starts from its sources.
    const start = scripts.start.replace(/ src\/main\.ts$/, " dist/start.js");
    expect(all(unit, "ExecStart")).toEqual([`/app/node_modules/.bin/${start}`]);
    expect(start).toMatch(/ dist\/start\.js$/);
    // The service may write nowhere else, and the folder beside its bundle belongs to another user.
    expect(all(unit, "CacheDirectory")).toEqual([`countersign-${name}`]);
    expect(all(unit, "Environment")).toContain(`NODE_COMPILE_CACHE=%C/countersign-${name}`);
    // docs/operations/replicas.md: at least 30 seconds more than SHUTDOWN_DELAY_SECONDS, which is 0 here.
    expect(all(unit, "TimeoutStopSec")).toEqual(["60"]);
  });

  it.each(UNITS)("%s is started again for as long as it takes, not five times", (file) => {
    const unit = unitOf(file);
    expect([all(unit, "Restart"), all(unit, "RestartSec")]).toEqual([["always"], ["2"]]);
    // In the section [Unit], where systemd looks for it (systemd.unit(5)).
    expect(unit.split("[Service]")[0]).toMatch(/^StartLimitIntervalSec=0$/m);
  });

  it("let the authorization server write where the page on the audit log has its file", () => {
    const [, folder] = /`file:\/\/\/var\/log\/(\w+)\//.exec(read("docs/operations/audit-log.md")) ?? [];
    expect(all(SERVER, "ProtectSystem")).toEqual(["strict"]);
    expect(all(SERVER, "LogsDirectory")).toEqual([folder]);
  });

  it.each(UNITS)("%s gives %s each file that its variables name, and no other", (file) => {
    const unit = unitOf(file);
    const named = all(unit, "Environment").flatMap((line) => /^\w+_FILE=%d\/(\w+)$/.exec(line)?.[1] ?? []);
    const loaded = all(unit, "LoadCredential").map((line) => line.split(":")[0]);
    expect(loaded).toEqual(named);
    expect(named).not.toEqual([]);
  });

  it("are enough for the authorization server, together with their secrets, and its processes share its ports", () => {
    const lines = [...ofServer.trim().split("\n"), ...all(SERVER, "Environment")];
    const variables = lines.map((line) => line.replace("%i", "1").split("="));
    const given = Object.fromEntries(variables.map(([name = "", value = ""]) => [name.replace(/_FILE$/, ""), value]));
    const secrets = {
      DATABASE_URL: "postgres://countersign_authorization_server:x@db.example.com/countersign",
      KEY_ENCRYPTION_KEYS: `main:${Buffer.alloc(32, 7).toString("base64url")}`,
      USERINFO_RESPONSE_SECRET: "f".repeat(64),
    };
    expect(Object.keys(given)).toEqual(expect.arrayContaining(Object.keys(secrets)));
    expect(environment.parse({ ...given, ...secrets })).toMatchObject({
      ISSUER: "https://id.example.com",
      ADMIN_PORT: 4007,
      METRICS_PORT: 9101,
      SHARED_PORTS: "on",
    });
  });
});

const canAnalyze = spawnSync("systemd-analyze", ["security", "--offline=true", "--version"]).status === 0;

describe.skipIf(!canAnalyze)("systemd-analyze security", () => {
  it.each(UNITS)("finds an exposure of at most 2.0 in %s", (file) => {
    // In tenths. It ends with another status above the threshold.
    const options = ["security", "--offline=true", "--no-pager", "--threshold=20"];
    const { status, stdout } = spawnSync("systemd-analyze", [...options, join(ROOT, "deploy", "systemd", file)]);
    expect([status, String(stdout)]).toEqual([0, expect.stringContaining("Overall exposure level")]);
  });
});
