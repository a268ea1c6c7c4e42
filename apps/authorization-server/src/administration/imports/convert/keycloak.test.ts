import { pbkdf2Sync } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { openPasswords, type Passwords } from "../../../people/sign-in/passwords.ts";
import { BY_LINK } from "./converted.ts";
import { keycloak } from "./keycloak.ts";

let passwords: Passwords;
beforeAll(() => {
  passwords = openPasswords();
});

/** What becomes of one user. */
function converted(user: object) {
  const [one] = [...keycloak(JSON.stringify({ users: [{ id: "1", username: "ann", ...user }] }), {})];
  if (one === undefined || "skipped" in one) throw new Error("the user was left out");
  return one;
}

describe("F28: standard claims in attributes", () => {
  it("are taken, and the names of the others are noted", () => {
    const attributes = {
      ...{ middleName: ["B."], website: ["https://ann.example"], gender: ["female"], birthdate: ["1980-02-29"] },
      ...{ street: ["Main St 1"], locality: ["Springfield"], postal_code: ["12345"], country: ["US"] },
      ...{ shoeSize: ["42"], team: ["red"] },
    };
    const { line, left } = converted({ attributes });
    expect(line.claims).toEqual({
      ...{ middle_name: "B.", website: "https://ann.example", gender: "female", birthdate: "1980-02-29" },
      address: { street_address: "Main St 1", locality: "Springfield", postal_code: "12345", country: "US" },
    });
    expect(left).toEqual([expect.stringMatching(/^attributes shoeSize, team: no claim is made of them; /)]);
  });
});

describe("F29: passwords of earlier versions", () => {
  const salt = Buffer.from("sixteen bytes ok");
  const key = pbkdf2Sync("ann-old-password", salt, 27_500, 64, "sha256");
  const old = {
    ...{ type: "password", hashedSaltedValue: key.toString("base64"), salt: salt.toString("base64") },
    ...{ hashIterations: 27_500, algorithm: "pbkdf2-sha256" },
  };

  it.each<[string, object]>([
    ["Keycloak 4 to 7: members of the credential itself", old],
    ["the same without an algorithm", { ...old, algorithm: undefined }],
    ["a realm that was written by hand: the password", { type: "password", value: "ann-old-password" }],
  ])("%s", async (_, credential) => {
    const { line, left } = converted({ credentials: [credential] });
    expect(await passwords.verify(String(line.password_hash), "ann-old-password")).toBe(true);
    expect(await passwords.verify(String(line.password_hash), "another")).toBe(false);
    expect(JSON.stringify(line)).not.toContain("ann-old-password");
    expect(left).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["the algorithm", { type: "password", credentialData: '{"algorithm":"bcrypt"}', secretData: "{}" }, "bcrypt"],
    ["the members", { type: "password", hash: "x" }, "type, hash"],
  ])("a form that is not known is named by %s", (_, credential, form) => {
    const { line, left } = converted({ credentials: [credential] });
    expect(line).not.toHaveProperty("password_hash");
    expect(left).toEqual([`password: its hash has no known form (${form}); ${BY_LINK}`]);
  });
});
