import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { matchesForeignHash } from "../../../people/sign-in/hashes/foreign-hash.ts";
import { isRefused, type ReadLine, readLine } from "../line.ts";
import { BY_LINK, type Converted, type ConvertOptions, NotAnExport } from "./converted.ts";
import { CONVERTERS } from "./converters.ts";
import { PERSONAL_ACCOUNT as AGAIN } from "./left.ts";

const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), "utf8");

interface Result {
  readonly people: readonly ReadLine["person"][];
  readonly skipped: readonly string[];
  readonly left: readonly string[];
}

/** Converts a fixture; every line has to be one that an import accepts. */
async function converted(from: keyof typeof CONVERTERS, name: string, options: ConvertOptions = {}): Promise<Result> {
  const all: readonly Converted[] = [...CONVERTERS[from](await fixture(name), options)];
  const people = all.flatMap((one, line) => {
    if ("skipped" in one) return [];
    const read = readLine({ line, text: JSON.stringify(one.line) }, { allowWeakHashes: false });
    if (isRefused(read)) throw new Error(`${JSON.stringify(one.line)}: ${read.detail}`);
    return [read.person];
  });
  return {
    people,
    skipped: all.flatMap((one) => ("skipped" in one ? [`${one.who}: ${one.skipped}`] : [])),
    left: all.flatMap((one) => ("left" in one ? one.left.map((what) => `${one.who}: ${what}`) : [])),
  };
}

const signsIn = (person: ReadLine["person"] | undefined, password: string) =>
  matchesForeignHash(person?.password_hash ?? "", password);

describe("im.2: Keycloak", () => {
  it("people keep their passwords, and authenticator apps that are like ours", async () => {
    const { people, skipped, left } = await converted("keycloak", "keycloak-realm.json");
    const [ann, ben, cleo, dan] = people;
    expect(ann).toMatchObject({
      external_id: "6b1f0c1e-0001-4000-8000-000000000001",
      username: "ann",
      claims: {
        email: "ann@shop.example",
        email_verified: true,
        name: "Ann Archer",
        locale: "de",
        phone_number: "+49 30 123456",
        phone_number_verified: false,
      },
      disabled: false,
      created_at: "2020-01-01T00:00:00.000Z",
      // RFC 4648 §6 of the bytes of the text, which Keycloak uses as the key.
      totp: [{ name: "Phone", secret: "KQYWISSSLBFDGYJQLJ5FGMTDGNNG22CT" }],
    });
    expect(ann?.passkeys).toEqual([]);
    expect(await signsIn(ann, "ann-old-password")).toBe(true);
    expect(await signsIn(ben, "ben-old-password")).toBe(true);
    expect(await signsIn(cleo, "password")).toBe(true);
    expect(cleo).toMatchObject({ disabled: true, totp: [] });
    expect(dan?.password_hash).toBeUndefined();
    expect(skipped).toEqual(["service-account-batch: the account of a client; clients import takes the client"]);
    expect(left).toEqual([
      `ann: passkeys: 2 are not of the RP ID that --rp-id names; ${AGAIN}`,
      "ben: roles shop-manager: no import assigns them; assign roles and groups here (docs/roles.md)",
      `cleo: totp: an app has other codes than ours; ${AGAIN}`,
      "cleo: zoneinfo: its value cannot be used; correct it there and convert again",
      `dan: password: its hash has no known form (md5); ${BY_LINK}`,
    ]);
  });
});

describe("im.5: Keycloak's passkeys of the RP ID of this deployment", () => {
  const laptop = {
    ...{ credential_id: "-_AB_g", public_key: "pQECAyYgASFYIA", rp_id: "sso.shop.example", use: "sign-in" },
    ...{ sign_count: 7, transports: ["internal"], aaguid: "08987058-cadc-4b81-b6e1-30de50dcbe96", name: "Laptop" },
  };
  const key = { credential_id: "AQID", public_key: "pQECAyYgASFYIA", use: "second-factor", name: "Key" };

  it("are taken over, with those of a policy that does not say it", async () => {
    const { people, left } = await converted("keycloak", "keycloak-realm.json", { rpId: "sso.shop.example" });
    expect(people[0]?.passkeys).toMatchObject([laptop, { ...key, rp_id: "sso.shop.example" }]);
    expect(people[0]?.user_handle).toBe(Buffer.from("6b1f0c1e-0001-4000-8000-000000000001").toString("base64url"));
    expect(left.join()).not.toContain("passkeys");
  });

  it("and those of another one are not, because the import would refuse the person", async () => {
    const { people, left } = await converted("keycloak", "keycloak-realm.json", { rpId: "auth.example" });
    expect(people[0]?.passkeys).toMatchObject([{ ...key, rp_id: "auth.example" }]);
    expect(left).toContain(`ann: passkeys: 1 are not of the RP ID that --rp-id names; ${AGAIN}`);
  });
});

describe("im.2: Auth0", () => {
  it("people of its database keep their passwords, by the second export", async () => {
    const passwords = await fixture("auth0-passwords.jsonl");
    const { people, skipped, left } = await converted("auth0", "auth0-users.jsonl", { passwords });
    const [ann, ben, cleo] = people;
    expect(ann).toMatchObject({
      external_id: "auth0|507f1f77bcf86cd799439011",
      username: "ann@auth0.example",
      claims: { email: "ann@auth0.example", email_verified: true, name: "Ann Archer", nickname: "ann" },
    });
    expect(await signsIn(ann, "ann-old-password")).toBe(true);
    expect(ben).toMatchObject({ username: "ben.brown", disabled: true });
    expect(ben?.claims).toEqual({ email: "ben@auth0.example", email_verified: false });
    expect(await signsIn(ben, "ben-old-password")).toBe(true);
    expect(cleo?.password_hash).toBeUndefined();
    expect(skipped).toEqual(["sms|507f: has no username and no address; add one there and convert again"]);
    expect(left).toEqual([
      expect.stringMatching(/^google-oauth2\|1043: password: the user signs in at another provider; set /),
    ]);
  });
});

describe("im.2, im.3: Firebase", () => {
  it("people keep their passwords, and the signer key is in no line", async () => {
    const hashConfig = await fixture("firebase-hash-config.txt");
    const { people } = await converted("firebase", "firebase-users.json", { hashConfig });
    const [one, two] = people;
    expect(await signsIn(one, "user1password")).toBe(true);
    expect(await signsIn(one, "user1passwore")).toBe(false);
    expect(one).toMatchObject({
      username: "user1@firebase.example",
      claims: { name: "User One", email_verified: true },
    });
    expect(two).toMatchObject({ username: "fb2", disabled: true, claims: { phone_number: "+15551234567" } });
    expect(JSON.stringify(people)).not.toContain("jxspr8Ki0RYycVU8");
  });

  it("without the parameters of the hashes, it says so", async () => {
    const { people, left } = await converted("firebase", "firebase-users.json");
    expect(people[0]?.password_hash).toBeUndefined();
    expect(left[0]).toContain("needs --hash-config");
  });

  it("refuses a configuration without a signer key", () => {
    const convert = () => [...CONVERTERS.firebase('{"users":[]}', { hashConfig: "algorithm: SCRYPT" })];
    expect(convert).toThrow(NotAnExport);
  });
});

describe("im.2: Django and authentik", () => {
  it("people of Django keep their passwords", async () => {
    const { people, left } = await converted("django", "django-users.json");
    const [ann, ben, cleo, dan, eve, fay] = people;
    expect(ann).toMatchObject({ external_id: "1", username: "ann", claims: { name: "Ann Archer", given_name: "Ann" } });
    expect(await signsIn(ann, "ann-old-password")).toBe(true);
    expect(await signsIn(ben, "password")).toBe(true);
    expect(ben?.disabled).toBe(true);
    expect(await signsIn(cleo, "cleo-old-password")).toBe(true);
    expect([dan?.password_hash, eve?.password_hash]).toEqual([undefined, undefined]);
    expect(await signsIn(fay, "fay-old-password")).toBe(true);
    expect(left).toEqual([
      "ben: rights of administration: no import assigns them; assign a role here (docs/roles.md)",
      `eve: password: its hash has no known form; ${BY_LINK}`,
    ]);
  });

  it("people of authentik too, by their uuid, without its outposts", async () => {
    const { people, skipped } = await converted("authentik", "authentik-users.json");
    expect(people).toMatchObject([{ external_id: "0a4b0c1e-0001-4000-8000-000000000001", username: "ann" }]);
    expect(await signsIn(people[0], "ann-old-password")).toBe(true);
    expect(skipped).toEqual(["ak-outpost-1: is no user; register a client if the program needs one"]);
  });
});

describe("im.2: CSV", () => {
  it("A4: a row of more than 16384 bytes ends the reading, quoted or not", () => {
    const read = (row: string) => [...CONVERTERS.csv(`external_id,username\n${row}`, {})];
    expect(read(`1,${"a".repeat(16_000)}`)).toHaveLength(1);
    for (const row of [`1,${"a".repeat(17_000)}`, `1,"${"a,\n".repeat(6000)}`, `1,"${'""'.repeat(17_000)}`]) {
      expect(() => read(row)).toThrow(/record size/i);
    }
  });

  it("has columns with the names of members and claims", async () => {
    const { people, left } = await converted("csv", "people.csv");
    expect(people).toMatchObject([
      { external_id: "1", claims: { email_verified: true, given_name: "Ann, the first" }, disabled: false },
      { external_id: "2", claims: { email_verified: false, given_name: "Ben" }, disabled: true },
      { external_id: "3", username: "cleo" },
    ]);
    expect(left).toEqual(["3: email: its value cannot be used; correct it there and convert again"]);
  });

  it.each([
    ["both parts", "Ann,Lee,", "Ann Lee"],
    ["one part", "Ann,,", "Ann"],
    ["a name of its own", "Ann,Lee,Dr Lee", "Dr Lee"],
    ["none of them", ",,", undefined],
  ])("newcomer F9: gives people a name, with %s", (_, names, expected) => {
    const columns = "external_id,username,given_name,family_name,name";
    const [one] = [...CONVERTERS.csv(`${columns}\n1,ann,${names}\n`, {})];
    expect(one).toMatchObject({ line: { claims: expected === undefined ? {} : { name: expected } }, left: [] });
    if (expected === undefined) expect(one).not.toHaveProperty("line.claims.name");
  });

  it.each([
    ["another column", "external_id,username,role\n1,a,owner\n", "role"],
    ["no username", "external_id\n1\n", "no column username"],
    ["an open quote", 'external_id,username\n1,"a\n', "Quote"],
  ])("with %s is refused", (_, text, words) => {
    expect(() => [...CONVERTERS.csv(text, {})]).toThrow(words);
  });
});

describe("F31: the time of creation", () => {
  const read = (time: string) => {
    const [one] = [...CONVERTERS.csv(`external_id,username,created_at\n1,ann,${time}\n`, {})];
    return one !== undefined && "line" in one ? [one.line.created_at, one.left] : one;
  };

  it.each([
    ["2020-02-29", "2020-02-29T00:00:00.000Z"],
    ["2020-02-29 12:30", "2020-02-29T12:30:00.000Z"],
    ["2020-02-29 12:30:15.5", "2020-02-29T12:30:15.500Z"],
    ["2020-02-29T12:30:15Z", "2020-02-29T12:30:15.000Z"],
    ["2020-02-29 12:30:15+0200", "2020-02-29T10:30:15.000Z"],
    ["2020-02-29 12:30:15.123456+00", "2020-02-29T12:30:15.123Z"],
    ["2020-02-29 12:30:15 UTC", "2020-02-29T12:30:15.000Z"],
    ["", undefined],
  ])("%s is %s, in each time zone of the machine", (time, expected) => {
    expect(read(time)).toEqual([expected, []]);
  });

  it.each(["29.02.2020", "02/29/2020", "2020-02-30", "yesterday"])("%s is left out, with a note", (time) => {
    expect(read(time)).toEqual([
      undefined,
      ["created_at: it cannot be read; write it as 2020-01-31 and convert again"],
    ]);
  });
});

describe("F34: a model of users of a Django project", () => {
  const row = (model: string, fields: object) => ({ model, pk: 1, fields: { last_login: null, ...fields } });
  const people = (...rows: object[]) => [...CONVERTERS.django(JSON.stringify(rows), {})];

  it("is found by what its rows have, and people may have only an address", () => {
    const user = row("shop.customer", { email: "ann@shop.example", password: "!" });
    const [ann] = people({ model: "shop.order", pk: 1, fields: {} }, user);
    expect(ann).toMatchObject({ line: { external_id: "1", username: "ann@shop.example" } });
  });

  it("is asked for if there are several", () => {
    const two = [row("shop.customer", { password: "!" }), row("shop.staff", { password: "!" })];
    expect(() => people(...two)).toThrow("it has several models of users, shop.customer, shop.staff: dump one of them");
  });
});

describe("im.2: a file that is no export", () => {
  it.each(Object.keys(CONVERTERS) as (keyof typeof CONVERTERS)[])("of %s is refused", (from) => {
    for (const text of ["{", "[]", '{"users":1}', "7"]) {
      expect(() => [...CONVERTERS[from](text, {})], text).toThrow(NotAnExport);
    }
  });
});
