/**
 * Every page of issuer and client, at both sizes and in both color schemes: axe finds nothing, and nothing overflows.
 */
import type { Page } from "@playwright/test";
import { look } from "../../support/browser/look.ts";
import { allow, expectPage, expectSignedInAtClient, signIn } from "../../support/browser/pages.ts";
import { expect, test } from "../../support/test.ts";
import type { Account, World } from "../../support/worlds/world.ts";

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
const WALK_WITHIN_MS = 240_000;

/** A person with every claim: the longest possible consent page. */
const EVERYTHING = {
  name: "Alexandra Maria Constantinescu-Fitzgerald",
  given_name: "Alexandra",
  family_name: "Constantinescu-Fitzgerald",
  nickname: "Alex",
  profile: "https://people.example.com/alexandra/a-very-long-path-that-does-not-break/profile",
  website: "https://alexandra.example.com",
  birthdate: "1987-10-16",
  zoneinfo: "Europe/London",
  locale: "en-GB",
  email: "alexandra.constantinescu-fitzgerald@a-long-company-name.example.com",
  phone_number: "+44 20 7946 0958",
  "address.street_address": "12 Garden Row",
  "address.locality": "London",
  "address.postal_code": "SE1 6HJ",
  "address.country": "United Kingdom",
};

interface Walk {
  readonly page: Page;
  readonly world: World;
  readonly see: (name: string) => Promise<void>;
}

/** From the client's start page to its page of claims, with one wrong password. */
async function walkIn({ page, world, see }: Walk, person: Account): Promise<void> {
  await page.goto(world.client);
  await see("client-start");
  await page.goto(world.issuer);
  await see("issuer-home");

  await page.goto(`${world.client}/login`);
  await expectPage(page, "login");
  await see("issuer-login");
  await signIn(page, { ...person, password: "not the password" });
  await expect(page.locator("#problem")).toBeVisible();
  await see("issuer-login-wrong-password");

  await signIn(page, person);
  await expectPage(page, "consent");
  await see("issuer-consent");
  await page.locator("#deny").click();
  await expect(page.locator("#problem")).toBeVisible();
  await see("client-problem");
  await page.goto(`${world.client}/login`);
  await allow(page);
  await expectSignedInAtClient(page, world.client);
  await see("client-signed-in");
  for (const part of await page.locator(".tabs a").all()) {
    await part.click();
    for (const summary of await page.locator("details > summary").all()) {
      if (await summary.isVisible()) await summary.click();
    }
    await see(`client-signed-in-opened${new URL(page.url()).hash}`);
  }
}

/** Other pages: for requests that are over, for unknown addresses, and for signing out. */
async function walkOut({ page, world, see }: Walk): Promise<void> {
  await page.goto(`${world.issuer}/login?request=over`);
  await expectPage(page, "error");
  await see("issuer-error");
  await page.goto(`${world.issuer}/nothing-here`);
  await see("issuer-not-found");
  await page.goto(`${world.client}/nothing-here`);
  await see("client-not-found");

  await page.goto(world.issuer);
  await see("issuer-home-signed-in");
  await page.locator("#sign-out").click();
  await expect(page.locator("#sign-out-page")).toBeVisible();
  await see("issuer-sign-out");
  await page.locator("#sign-out").click();
  await expectPage(page, "signed-out");
  await see("issuer-signed-out");
  // The client's session ended with the issuer's, so there is no button to press.
  await page.goto(`${world.client}/signed-out`);
  await expect(page.locator("#signed-out")).toBeVisible();
  await see("client-signed-out");
}

for (const size of ["phone", "desktop"] as const) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport: SIZES[size] });

    test("every page is accessible, from the client's start to signing out", async ({ page, world, operator }) => {
      test.setTimeout(WALK_WITHIN_MS);
      const see = (name: string) => test.step(name, () => look(page, name));
      await walkIn({ page, world, see }, await operator.addUser(EVERYTHING));
      await walkOut({ page, world, see });
    });
  });
}

test("a client without logo and without scopes has a good-looking page as well", async ({
  page,
  world,
  operator,
  person,
}) => {
  const redirectUri = `${world.client}/callback`;
  const client = await operator.addClient("--name", "Bare app", "--redirect-uri", redirectUri, "--profile", "oidc");
  const request = { client_id: client.clientId, redirect_uri: redirectUri, response_type: "code", scope: "" };
  await page.goto(`${world.issuer}/authorization?${new URLSearchParams(request)}`);
  await look(page, "issuer-login-bare", { schemes: ["light"] });
  await signIn(page, person);
  await expectPage(page, "consent");
  await look(page, "issuer-consent-bare", { schemes: ["light"] });
});

/** A logo of these proportions, as a client could have registered it. */
const logoOf = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#36c"/>
  </svg>`;

test("a logo has the same height as any other, and a width that its proportions and the card allow", async ({
  page,
  world,
}) => {
  let [width, height] = [0, 0];
  await page.route("**/logo/*", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: logoOf(width, height) }),
  );
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    for (const [wide, high, shown] of [
      [256, 256, 48],
      [500, 200, 120],
      [2000, 100, 240],
      [100, 400, 12],
    ] as const) {
      [width, height] = [wide, high];
      await page.goto(`${world.client}/login`);
      const box = await page.locator("img.logo").boundingBox();
      expect({ width: box?.width, height: box?.height }).toEqual({ width: shown, height: 48 });
    }
  }
});

test("the account selection, and a consent to single claims", async ({ page, world, operator }) => {
  const redirectUri = `${world.client}/callback`;
  const client = await operator.addClient("--name", "Bare app", "--redirect-uri", redirectUri, "--profile", "oidc");
  const claims = { userinfo: { nickname: null, address: null, updated_at: null }, id_token: { gender: null } };
  const request = {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email",
  };
  const asking = new URLSearchParams({ ...request, claims: JSON.stringify(claims), prompt: "select_account" });
  await page.goto(`${world.issuer}/authorization?${asking}`);
  await signIn(page, await operator.addUser(EVERYTHING));
  await expectPage(page, "consent");
  await look(page, "issuer-consent-claims");
  await page.goto(`${world.issuer}/authorization?${asking}`);
  await expectPage(page, "select-account");
  await look(page, "issuer-select-account");
});

test("the page that posts a response, if its script did not load", async ({ page, world, operator }) => {
  const redirectUri = `${world.client}/callback`;
  const client = await operator.addClient("--name", "Bare app", "--redirect-uri", redirectUri);
  const request = { client_id: client.clientId, redirect_uri: redirectUri, response_mode: "form_post" };
  await page.route("**/assets/form-post.js*", (route) => route.abort());
  await page.goto(`${world.issuer}/authorization?${new URLSearchParams(request)}`);
  await expect(page.locator("main#form-post")).toBeVisible();
  await look(page, "issuer-form-post");
});
