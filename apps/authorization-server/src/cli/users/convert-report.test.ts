/** The report of `users convert`: what became of each person of the export of other software. */
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CONVERTERS } from "../../administration/imports/convert/converters.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const FIXTURES = new URL("../../administration/imports/convert/fixtures/", import.meta.url);
const AGAIN = "users set it up again on their account page";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "convert-report-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});

async function converted(from: keyof typeof CONVERTERS, file: string, ...options: readonly string[]) {
  const [out, report] = [join(folder, "people.jsonl"), join(folder, "report.jsonl")];
  const argv = ["users", "convert", file, "--from", from, "--out", out, "--report", report, ...options];
  const { exitCode, stderr } = await cli.run(argv);
  expect([exitCode, stderr]).toEqual([0, ""]);
  const [json, text, lines] = await Promise.all([report, `${report}.txt`, out].map((path) => readFile(path, "utf8")));
  const rows = (of = "") =>
    of
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { json: json ?? "", text: text ?? "", outcomes: rows(json), lines: rows(lines), report };
}
const ofFixture = (from: keyof typeof CONVERTERS, name: string, ...options: readonly string[]) =>
  converted(from, new URL(name, FIXTURES).pathname, ...options);

async function ofFile(from: keyof typeof CONVERTERS, content: string) {
  const file = join(folder, "export");
  await writeFile(file, content);
  return converted(from, file);
}

describe("im.2: the report of a conversion", () => {
  it("says of each person what was taken, changed, and not taken, and what to do", async () => {
    const { outcomes, text, lines } = await ofFixture("keycloak", "keycloak-realm.json");
    expect(outcomes[0]).toEqual({
      line: 1,
      external_id: "6b1f0c1e-0001-4000-8000-000000000001",
      result: "converted",
      taken: [
        ...["username", "password", "email", "email_verified", "given_name", "family_name", "locale"],
        ...["phone_number", "phone_number_verified", "name", "created_at", "totp"],
      ],
      changed: ["name: is made of given_name and family_name"],
      not_taken: [`passkeys: 2 are not of the RP ID that --rp-id names; ${AGAIN}`],
    });
    expect(outcomes.map(({ line, external_id }) => line && lines[line - 1].external_id === external_id)).toEqual(
      outcomes.map(({ line }) => (line === undefined ? undefined : true)),
    );
    expect(outcomes.filter(({ result }) => result === "left out")).toEqual([
      expect.objectContaining({
        taken: [],
        not_taken: ["the user: the account of a client; clients import takes the client"],
      }),
    ]);
    expect(text).toContain("line 1, 6b1f0c1e-0001-4000-8000-000000000001: converted\n  taken: username password email");
    expect(text).toMatch(/^[^,\n]+: left out\n {2}not taken: the user: the account of a client; /m);
  });

  it.each([
    ["keycloak", "keycloak-realm.json", []],
    ["auth0", "auth0-users.jsonl", ["--passwords", new URL("auth0-passwords.jsonl", FIXTURES).pathname]],
    ["firebase", "firebase-users.json", ["--hash-config", new URL("firebase-hash-config.txt", FIXTURES).pathname]],
    ["django", "django-users.json", []],
    ["authentik", "authentik-users.json", []],
    ["csv", "people.csv", []],
  ] as const)("of %s names every person, and no value of them", async (from, name, options) => {
    const { json, text, outcomes, lines, report } = await ofFixture(from, name, ...options);
    expect(outcomes.filter(({ result }) => result === "converted")).toHaveLength(lines.length);
    for (const { result, taken, not_taken } of outcomes)
      expect(result === "converted" ? taken : not_taken).not.toEqual([]);
    const secrets = lines.flatMap(({ password_hash, claims, totp = [] }) => [
      ...[password_hash, claims.email, claims.phone_number, claims.family_name],
      ...totp.map(({ secret }: { secret: string }) => secret),
    ]);
    for (const secret of secrets.filter((one) => one !== undefined)) expect(json + text).not.toContain(secret);
    for (const file of [report, `${report}.txt`]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each<[string, keyof typeof CONVERTERS, string, readonly unknown[]]>([
    [
      "Auth0",
      "auth0",
      JSON.stringify({
        ...{ user_id: "auth0|1", email: "a@x.example", picture: "https://x.example/a", user_metadata: { shoe: 42 } },
        ...{ app_metadata: {}, blocked_for: ["x"], last_ip: "192.0.2.1" },
      }),
      [
        expect.stringMatching(/^password: --passwords has no hash of it; /),
        `picture: ${AGAIN}`,
        expect.stringMatching(/^user_metadata: /),
        "blocked_for: no import takes it",
      ],
    ],
    [
      "Keycloak",
      "keycloak",
      JSON.stringify({
        users: [
          {
            ...{ id: "1", username: "a", groups: ["/staff"], realmRoles: ["default-roles-shop", "seller"] },
            ...{ clientRoles: { account: ["view-profile"], till: ["open"] }, requiredActions: [] },
            ...{ federatedIdentities: [{ identityProvider: "google" }] },
          },
        ],
      }),
      [
        expect.stringMatching(/^roles seller, of till: no import assigns them; /),
        expect.stringMatching(/^groups: /),
        expect.stringMatching(/^federatedIdentities: /),
        expect.stringMatching(/^password: the export has none; /),
      ],
    ],
    [
      "Firebase",
      "firebase",
      JSON.stringify({
        users: [
          { localId: "1", providerUserInfo: [{ providerId: "google.com" }, { providerId: "phone" }], photoUrl: "x" },
        ],
      }),
      [
        expect.stringMatching(/^password: it has none; /),
        expect.stringMatching(/^sign-in at google.com: /),
        `photoUrl: ${AGAIN}`,
      ],
    ],
    [
      "Django",
      "django",
      JSON.stringify([
        {
          model: "auth.user",
          pk: 1,
          fields: { username: "a", password: "!", groups: [1], shoe_size: 42, last_login: 1 },
        },
      ]),
      [
        expect.stringMatching(/^groups: /),
        "shoe_size: no import takes it",
        expect.stringMatching(/^password: the export has none; /),
      ],
    ],
  ])("names what of the export of %s has no place here", async (_, from, content, not_taken) => {
    expect((await ofFile(from, content)).outcomes).toMatchObject([{ not_taken }]);
  });

  it("that cannot be written is refused", async () => {
    const file = new URL("people.csv", FIXTURES).pathname;
    const argv = ["users", "convert", file, "--from", "csv", "--out", join(folder, "out.jsonl")];
    const { exitCode, stderr } = await cli.run([...argv, "--report", join(folder, "no", "file")]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("cannot write")]);
  });
});
