/** Times in the zone of the browser, which a script shows: those of a sample that is in another zone. */
import { samples, show } from "../../support/browser/samples.ts";
import { expect, test } from "../../support/test.ts";

const activity = async () => {
  const found = (await samples("en")).find(({ page, html }) => page === "accountActivity" && html.includes("data-day"));
  if (found === undefined) throw new Error("the sample is missing");
  return found;
};

for (const timezoneId of ["Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago"]) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test("each event stands under the day on which it was in this zone", async ({ page, world }) => {
      const sample = await activity();
      await show(page, world.issuer, sample, "'self'");
      const sections = page.locator("section[data-day]");
      const days = await sections.evaluateAll((all) =>
        all.map((section) => {
          const dayOf = (time: Element | null) => new Date((time as HTMLTimeElement).dateTime).toDateString();
          const rows = [...section.querySelectorAll(".rows > li")].map((row) => dayOf(row.querySelector("time")));
          return { heading: dayOf(section.querySelector("h2 time")), rows };
        }),
      );
      expect(new Set(days.map(({ heading }) => heading)).size).toBe(days.length);
      for (const { heading, rows } of days) expect(new Set(rows)).toEqual(new Set([heading]));

      const times = (html: string) =>
        [...html.matchAll(/<span class="faint when"><time datetime="([^"]*)"/g)].map(([, at]) => at);
      expect(times(await page.content())).toEqual(times(sample.html));
      const [first] = days;
      const shown = await sections.locator("h2 time").first().textContent();
      expect(new Date(String(shown?.replace(/^\w+day /, ""))).getDate()).toBe(
        new Date(String(first?.heading)).getDate(),
      );
    });
  });
}

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, timezoneId: "Asia/Tokyo", viewport: { width: 390, height: 844 } });

  test("a tap on a time shows the exact one, and another tap the words again", async ({ page, world }) => {
    await show(page, world.issuer, await activity(), "'self'");
    const time = page.locator(".when time").first();
    const words = await time.textContent();
    const exact = (await time.getAttribute("title")) ?? "";
    expect(exact).toMatch(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/);
    await time.tap();
    await expect(time).toHaveText(exact);
    await time.tap();
    await expect(time).toHaveText(String(words));
  });
});
