/** The systemd units of docs/production.md start the services as the services start themselves. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { environment } from "../../src/config.ts";

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
const production = read("docs/production.md");
const [ofServer = "", server = "", , resource = ""] = [...production.matchAll(/^```ini\n(.*?)^```$/gms)].map(
  ([, text]) => text,
);

/** The values of a key of a unit, which may stand there several times. */
const all = (unit: string, key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.+)$`, "gm"))].map(([, value]) => value);

describe("newcomer F6: the units of docs/production.md", () => {
  it.each([
    ["authorization-server", server],
    ["resource-server", resource],
  ])("start the %s with the options of its own start", (name, unit) => {
    const { scripts } = JSON.parse(read(`apps/${name}/package.json`)) as { scripts: { start: string } };
    expect(all(unit, "WorkingDirectory")).toEqual([`/app/apps/${name}`]);
    expect(all(unit, "ExecStart")).toEqual([`/app/node_modules/.bin/${scripts.start}`]);
    expect(scripts.start).toMatch(/ dist\/start\.js$/);
    // The service may write nowhere else, and the folder beside its bundle belongs to another user.
    expect(all(unit, "CacheDirectory")).toEqual([`countersign-${name}`]);
    expect(all(unit, "Environment")).toContain(`NODE_COMPILE_CACHE=%C/countersign-${name}`);
  });

  it.each([server, resource])("give a service each file that its variables name, and no other", (unit) => {
    const named = all(unit, "Environment").flatMap((line) => /^\w+_FILE=%d\/(\w+)$/.exec(line ?? "")?.[1] ?? []);
    const loaded = all(unit, "LoadCredential").map((line) => line?.split(":")[0]);
    expect(loaded).toEqual(named);
    expect(named).not.toEqual([]);
  });

  it("are enough for the authorization server, together with their secrets", () => {
    const variables = [...ofServer.trim().split("\n"), ...all(server, "Environment")].map(
      (line) => line?.split("=") ?? [],
    );
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
    });
  });
});
