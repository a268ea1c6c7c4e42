import { describe, expect, it } from "vitest";
import { presetOf } from "./provider-presets.ts";

const github = presetOf("github");
const profile = { id: 583_231, login: "octocat", name: "Octo Cat", email: "shown@corp.example" };
const address = { email: "octo@corp.example", primary: true, verified: true };

describe("fe.6: GitHub", () => {
  it("is known by its number, and its primary address is proved if it says so", () => {
    expect(github.claims(profile, [{ ...address, primary: false, email: "a@b.example" }, address])).toEqual({
      sub: "583231",
      preferred_username: "octocat",
      name: "Octo Cat",
      email: "octo@corp.example",
      email_verified: true,
    });
  });

  it.each([["583231"], [0], [-1], [1.5], [2 ** 60], [null], [undefined], [["1"]]])("has no number %j", (id) => {
    expect(github.claims({ ...profile, id }, [])).not.toHaveProperty("sub");
  });

  it.each([[false], ["true"], [1], [undefined]])("link-05: has no proved address with verified %j", (verified) => {
    expect(github.claims(profile, [{ ...address, verified }])).toMatchObject({ email_verified: false });
  });

  it.each([[[]], [null], ["x"], [{ 0: address }], [[null, "x"]], [[{ ...address, primary: "true" }]]])(
    "has no address in %j, and never the one that the profile shows",
    (addresses) => expect(github.claims(profile, addresses)).not.toHaveProperty("email"),
  );

  it("is at its own addresses, and a server of one's own below its own", () => {
    expect(github.endpoints(github.issuer).addresses).toBe("https://api.github.com/user/emails");
    expect(github.endpoints("https://code.corp.example")).toEqual({
      authorization: "https://code.corp.example/login/oauth/authorize",
      token: "https://code.corp.example/login/oauth/access_token",
      profile: "https://code.corp.example/api/v3/user",
      addresses: "https://code.corp.example/api/v3/user/emails",
    });
  });
});
