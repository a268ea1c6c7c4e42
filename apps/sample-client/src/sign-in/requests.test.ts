import { describe, expect, it } from "vitest";
import { locationOf } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { runClient } from "../testing/run-client.ts";

const MFA = "urn:countersign:acr:mfa";
const PASSWORD = "urn:countersign:acr:password";

const parties = clientAndProvider();

const press = (button = "") =>
  parties.browser.visit(`${parties.client.origin}/login?flow=${button}`, { method: "POST" });

/** Presses a button and comes back with an ID token that has these claims. */
async function signIn(button: string, claims: Record<string, unknown>): Promise<string> {
  parties.provider.lies = { ...parties.provider.lies, claims };
  await parties.browser.visit(parties.provider.approve(locationOf(await press(button))).href);
  return (await parties.browser.visit(parties.client.origin)).text();
}

const shown = (page: string, id: string) => new RegExp(`id="${id}">([^<]*)<`).exec(page)?.[1];

describe("Initiating User Registration 1.0 §4: a new account is asked for by prompt=create", () => {
  it("is sent if the discovery document lists it, and signs the person in", async () => {
    parties.provider.lies = { discovery: { prompt_values_supported: ["none", "create"] } };
    const away = locationOf(await press("create"));
    expect(new URL(away).searchParams.get("prompt")).toBe("create");
    const back = await parties.browser.visit(parties.provider.approve(away).href);
    expect([back.status, locationOf(back)]).toEqual([303, `${parties.client.origin}/`]);
  });

  it.each([[undefined], [["none", "login"]], ["create"]])("is not sent where the document says %j", async (listed) => {
    parties.provider.lies = { discovery: { prompt_values_supported: listed } };
    const response = await press("create");
    expect([response.status, await response.text()]).toEqual([
      501,
      expect.stringContaining("cannot create an account"),
    ]);
  });
});

describe("RFC 9470 §4: a stronger sign-in is asked for by acr_values", () => {
  it("shows acr, amr and auth_time before and after", async () => {
    await signIn("", { acr: PASSWORD, amr: ["pwd"], auth_time: 1_900_000_000 });
    const away = new URL(locationOf(await press("stronger"))).searchParams;
    expect([away.get("acr_values"), away.has("prompt")]).toEqual([`phr ${MFA}`, false]);

    const page = await signIn("stronger", { acr: MFA, amr: ["pwd", "otp", "mfa"], auth_time: 1_900_000_060 });
    expect(page).toContain('id="stronger-met"');
    expect(["acr", "amr", "auth_time"].map((name) => shown(page, `before-${name}`))).toEqual([
      PASSWORD,
      "pwd",
      "2030-03-17 17:46:40 UTC",
    ]);
    expect(["acr", "amr", "auth_time"].map((name) => shown(page, `now-${name}`))).toEqual([
      MFA,
      "pwd otp mfa",
      "2030-03-17 17:47:40 UTC",
    ]);
  });

  it.each([
    ["a weaker acr", { acr: PASSWORD }],
    ["no acr", {}],
    ["an acr that is not text", { acr: [MFA] }],
    ["two values in one", { acr: `phr ${MFA}` }],
  ])("says that it was not reached when the answer has %s", async (_, claims) => {
    await signIn("", {});
    const page = await signIn("stronger", claims);
    expect([page.includes('id="stronger-unmet"'), page.includes('id="stronger-met"')]).toEqual([true, false]);
  });

  it("compares nothing with the sign-in of another person", async () => {
    await signIn("", { acr: PASSWORD, amr: ["pwd"] });
    parties.provider.lies = { ...parties.provider.lies, userinfo: { sub: "bob" } };
    const page = await signIn("stronger", { sub: "bob", acr: "phr" });
    expect(page).toContain('<dd id="sub">bob</dd>');
    expect(shown(page, "before-acr")).toBeUndefined();
  });

  it("says nothing about it after a plain sign-in", async () => {
    const page = await signIn("", { acr: PASSWORD });
    expect(page).not.toMatch(/stronger-met|stronger-unmet|before-acr/);
    expect(shown(page, "now-acr")).toBe(PASSWORD);
  });

  it("is not requested if the provider supports none of the values", async () => {
    parties.provider.lies = { discovery: { acr_values_supported: [PASSWORD] } };
    expect((await press("stronger")).status).toBe(501);
  });

  it("uses the values of the configuration", async () => {
    const bank = await runClient(parties.provider.origin, { STRONGER_ACR_VALUES: " gold  silver " });
    const away = locationOf(await parties.browser.visit(`${bank.origin}/login?flow=stronger`, { method: "POST" }));
    expect(new URL(away).searchParams.get("acr_values")).toBe("gold silver");
    await bank.close();
  });

  it("explains the error for an account that can reach none of them", async () => {
    const away = new URL(locationOf(await press("stronger"))).searchParams;
    const query = new URLSearchParams({
      error: "unmet_authentication_requirements",
      state: away.get("state") ?? "",
      iss: parties.provider.origin,
    });
    const response = await parties.browser.visit(`${parties.client.origin}/callback?${query}`);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("Add a second factor")]);
  });
});
