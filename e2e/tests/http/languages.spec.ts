/** The pages in each language, at both sizes: nothing overflows, and axe finds nothing on the way of a sign-in. */
import type { Page } from "@playwright/test";
import { cutOff, look, overflow } from "../../support/browser/look.ts";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { samples, show } from "../../support/browser/samples.ts";
import { expect, test } from "../../support/test.ts";

const WALK_WITHIN_MS = 240_000;
const SIZES = { phone: { width: 320, height: 700 }, desktop: { width: 1280, height: 800 } } as const;
const LANGUAGES = [
  ["de-AT", "de"],
  ["fr-CA", "fr"],
  ["es-MX", "es"],
  ["zh-CN", "zh-Hans"],
] as const;

async function lookIn(page: Page, lang: string, name: string): Promise<void> {
  await test.step(`${name} in ${lang}`, async () => {
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await look(page, name, { schemes: ["light"] });
  });
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const [locale, lang] of LANGUAGES) {
    test.describe(`${locale} on a ${size}`, () => {
      test.use({ viewport, locale });

      test("OIDC Core §3.1.2.1: every page is in the language of the browser", async ({ page, world, person }) => {
        test.setTimeout(WALK_WITHIN_MS);
        const see = (name: string) => lookIn(page, lang, `language-${lang}-${name}-${size}`);

        await page.goto(`${world.client}/login`);
        await expectPage(page, "login");
        await see("login");
        await signIn(page, { ...person, password: "not the password" });
        await expect(page.locator("#problem")).toBeVisible();
        await see("login-wrong-password");
        await signIn(page, person);
        await expectPage(page, "consent");
        await see("consent");
        await allow(page);

        await page.goto(`${world.issuer}/login?request=over`);
        await expectPage(page, "error");
        await expect(page.locator("#error-code")).toHaveText("invalid_request");
        await see("error");
        await page.goto(world.issuer);
        await see("home");
        await page.locator("#sign-out").click();
        await expect(page.locator("#sign-out-page")).toBeVisible();
        await see("sign-out");
        await page.locator("#sign-out").click();
        await see("signed-out");
      });
    });
  }
}

/** Every page of the account in each of its states, and with its menus open. */
for (const [locale, lang] of LANGUAGES) {
  test(`A page of the account fits its window in ${locale}, in each of its states`, async ({ page, world }) => {
    const all = (await samples(locale)).filter((one) => /^account[A-Z]/.test(one.page));
    expect(all.length).toBeGreaterThan(25);
    for (const sample of all) {
      await show(page, world.issuer, sample);
      await expect.soft(page.locator("html")).toHaveAttribute("lang", lang);
      for (const { width } of Object.values(SIZES)) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await overflow(page), `${sample.page}, ${width}`).toBeLessThanOrEqual(0);
        expect.soft(await cutOff(page), `${sample.page}, ${width}`).toEqual([]);
      }
      await page.setViewportSize(SIZES.phone);
      await page.locator("details").evaluateAll((menus) => {
        for (const menu of menus) (menu as HTMLDetailsElement).open = true;
      });
      expect.soft(await overflow(page), `${sample.page}, with its menus`).toBeLessThanOrEqual(0);
    }
  });
}
