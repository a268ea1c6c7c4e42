import type { Page } from "@playwright/test";
import { allow, expectPage, openSite, signIn, signInAndAllow } from "../../support/browser/pages.ts";
import { sendForm } from "../../support/http.ts";
import { arrival } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import { siteOf } from "../../support/worlds/world.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** A form to this address, with a button to send it. */
function form(action: string, fields: Iterable<readonly [string, string]>): string {
  const inputs = [...fields].map(
    ([name, value]) => `<input type=hidden name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<form method=post action="${escaped(action)}">${inputs.join("")}<button id=send>Send</button></form>`;
}

/** The fields of the form on our page, for an attacker who could read it. */
async function fieldsOf(page: Page): Promise<[string, string][]> {
  const hidden = await page.locator("main form").first().locator("input[type=hidden]").all();
  return Promise.all(
    hidden.map(
      async (input): Promise<[string, string]> => [
        (await input.getAttribute("name")) ?? "",
        (await input.getAttribute("value")) ?? "",
      ],
    ),
  );
}

test.describe("OIDC Core §3.1.2.1: POST /authorization from the client's site", () => {
  test("starts a request like a GET", async ({ page, world, rp, person }) => {
    const begun = await rp.begin();
    await openSite(page, world, "rp", form(`${world.issuer}/authorization`, Object.entries(begun.parameters)));
    await page.locator("#send").click();
    await signIn(page, person);
    await allow(page);
    const tokens = await rp.redeem(begun, await arrival(page, rp));
    expect(tokens.claims()?.nonce).toBe(begun.nonce);
  });

  test("uses the session, although a cross-site POST has no cookie", async ({ page, world, rp, person }) => {
    await signInAndAllow(page, (await rp.begin()).url, person);
    await arrival(page, rp);
    const begun = await rp.begin({ prompt: "none" });
    await openSite(page, world, "rp", form(`${world.issuer}/authorization`, Object.entries(begun.parameters)));
    await page.locator("#send").click();
    await rp.redeem(begun, await arrival(page, rp));
  });
});

test.describe("RFC 9700 §4.7: only our own forms act", () => {
  test("sess-01: a sign-in form sent from another site signs no one in", async ({
    page,
    context,
    world,
    rp,
    person,
  }) => {
    await page.goto((await rp.begin()).url);
    const known = await fieldsOf(page);
    const cookies = await context.cookies(world.issuer);
    const fields: [string, string][] = [...known, ["username", person.username], ["password", person.password]];
    await openSite(page, world, "evil", form(`${world.issuer}/login`, fields));
    const [answer] = await Promise.all([page.waitForResponse(`${world.issuer}/login`), page.locator("#send").click()]);
    expect(answer.status()).toBe(400); // The cookie is Lax and was not sent, so there is no request to sign in to.
    await expectPage(page, "error");
    expect(await context.cookies(world.issuer)).toEqual(cookies);
  });

  test("sess-01: nor does one with the token of another form", async ({ page, rp, person }) => {
    await page.goto((await rp.begin()).url);
    const [, foreign] = (await fieldsOf(page)).find(([name]) => name === "csrf") ?? ["", ""];
    await page.goto((await rp.begin()).url);
    await page
      .locator("main form input[name=csrf]")
      .first()
      .evaluate((input, value) => input.setAttribute("value", value), foreign);
    await signIn(page, person);
    await expectPage(page, "error");
    await expect(page.locator("#error-code")).toHaveText("access_denied");
  });

  test("consent-02: a consent form sent from another site grants nothing", async ({
    page,
    context,
    world,
    rp,
    person,
  }) => {
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await expectPage(page, "consent");
    const fields = [...(await fieldsOf(page)), ["scope", "email"], ["action", "allow"]] as [string, string][];
    const evil = await context.newPage();
    await openSite(evil, world, "evil", form(`${world.issuer}/consent`, fields));
    await evil.locator("#send").click();
    await expectPage(evil, "error");

    await page.goto((await rp.begin({ prompt: "none" })).url);
    expect((await arrival(page, rp)).searchParams.get("error")).toBe("consent_required");
  });

  test("consent-02: a consent form is accepted once", async ({ page, world, rp, person }) => {
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await expectPage(page, "consent");
    const fields = [...(await fieldsOf(page)), ["action", "allow"]] as [string, string][];
    await allow(page);
    await arrival(page, rp);

    const cookie = (await page.context().cookies(world.issuer)).map(({ name, value }) => `${name}=${value}`).join("; ");
    const again = await sendForm(world, `${world.issuer}/consent`, fields, { cookie, origin: world.issuer });
    expect(again.status).toBe(400);
  });

  test("consent-01: scopes added to the consent form are not granted", async ({ page, rp, person }) => {
    const begun = await rp.begin({ scope: "openid email" });
    await page.goto(begun.url);
    await signIn(page, person);
    await page.locator("#scope-email").evaluate((box) => {
      const extra = box.cloneNode() as Element;
      extra.setAttribute("value", "phone");
      box.after(extra);
    });
    await allow(page);
    const tokens = await rp.redeem(begun, await arrival(page, rp));
    expect((tokens.scope ?? "openid email").split(" ")).not.toContain("phone");
    await page.goto((await rp.begin({ scope: "openid phone", prompt: "none" })).url);
    expect((await arrival(page, rp)).searchParams.get("error")).toBe("consent_required");
  });

  test("logout-01: an image on any page signs no one out", async ({ page, world, rp, person }) => {
    await signInAndAllow(page, (await rp.begin()).url, person);
    await arrival(page, rp);
    // Cross-Origin-Resource-Policy: the browser sends the request, and refuses the response.
    const refused = page.waitForEvent("requestfailed", (request) => request.url() === `${world.issuer}/end_session`);
    await openSite(page, world, "evil", `<img src="${world.issuer}/end_session" alt="">`);
    await refused;
    await page.goto(`${world.issuer}/end_session`);
    await expect(page.locator("#sign-out-page")).toBeVisible();
    await page.goto((await rp.begin({ prompt: "none" })).url);
    expect((await arrival(page, rp)).searchParams.get("code")).toMatch(/\S/);
  });
});

test.describe("a request belongs to the browser in which it was started", () => {
  test("sess-05: the address of a sign-in page does not work in another browser", async ({ page, browser, rp }) => {
    await page.goto((await rp.begin()).url);
    await expectPage(page, "login");
    const other = await browser.newContext({ ignoreHTTPSErrors: true });
    const victim = await other.newPage();
    await victim.goto((await rp.begin()).url); // It does not work either in a browser with its own request.
    expect((await victim.goto(page.url()))?.status()).toBe(400);
    await expectPage(victim, "error");
    await expect(victim.locator("#username")).toHaveCount(0);
    await other.close();
  });

  test("sess-07: no page can be skipped by opening the address of the next", async ({ page, rp, world, person }) => {
    await page.goto((await rp.begin()).url);
    const request = new URL(page.url()).search;
    for (const path of ["/authorization/continue", "/consent"]) {
      await page.goto(`${world.issuer}${path}${request}`);
      await expectPage(page, "login");
    }
    await signIn(page, person);
    await expectPage(page, "consent");
    await page.goto(`${world.issuer}/authorization/continue${request}`);
    await expectPage(page, "consent");
  });
});

test.describe("RFC 9700 §4.16: framing", () => {
  for (const path of ["login", "consent", "end_session", "error"] as const) {
    test(`sess-11: ${path} is not shown in a frame of another site`, async ({ page, world, rp, person }) => {
      await page.goto((await rp.begin()).url);
      if (path === "consent") await signIn(page, person);
      const shown = path === "login" || path === "consent" ? page.url() : `${world.issuer}/${path}`;
      if (path === "login" || path === "consent") await expectPage(page, path);

      const refused = page.waitForEvent("requestfailed", (request) => {
        return (
          request.url().startsWith(world.issuer) && request.failure()?.errorText === "net::ERR_BLOCKED_BY_RESPONSE"
        );
      });
      const welcome = `${siteOf(world, "rp2")}/`;
      await openSite(
        page,
        world,
        "evil",
        `<iframe id=ours src="${escaped(shown)}"></iframe><iframe id=other src="${welcome}"></iframe>`,
      );
      await refused;
      await expect(page.frameLocator("#other").locator("h1")).toHaveText("Another site"); // Frames do work here.
      await expect(page.frameLocator("#ours").locator("main")).toHaveCount(0);
    });
  }
});
