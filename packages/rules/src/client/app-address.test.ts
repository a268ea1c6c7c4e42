import { expect, it } from "vitest";
import { addressOfApp } from "./app-address.ts";

const issuer = "https://issuer.example/a";
const home = "https://app.example/";

it.each([
  [
    "its own sign-in, which learns the issuer (OIDC Core §4)",
    "https://app.example/login?x=1",
    "https://app.example/login?x=1&iss=https%3A%2F%2Fissuer.example%2Fa",
  ],
  ["the home page of an app without one", undefined, home],
])("F1: a person goes on to %s", (_, initiateLoginUri, address) => {
  expect(addressOfApp({ initiateLoginUri, clientUri: home }, issuer)).toBe(address);
});

it("F1: an app that registered neither has no address", () => {
  expect(addressOfApp({ initiateLoginUri: undefined, clientUri: undefined }, issuer)).toBeUndefined();
});
