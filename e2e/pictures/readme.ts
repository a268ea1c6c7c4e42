/** The pictures of the console in the README and its documents, of a deployment that was in use for two months. */
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { signInAtConsole } from "../support/console/console.ts";
import { ROOT } from "../support/worlds/ecosystem.ts";
import type { World } from "../support/worlds/world.ts";

const IMAGES = join(ROOT, "docs", "images");
const SIZE = { width: 1200, height: 800 };
const DAYS = 60;

/** What a day had at least, and how much more at most. */
const COUNTS = {
  sign_ins_passkey: [60, 45],
  sign_ins_password_and_second_factor: [34, 22],
  sign_ins_password: [18, 14],
  sign_ins_provider: [12, 10],
  active_people: [70, 30],
  failed_sign_ins: [4, 9],
  new_people: [0, 4],
  people: [1100, 100],
  people_with_passkey: [640, 60],
  people_with_authenticator_app: [310, 30],
} as const;

export async function takeReadme(browser: Browser, world: World): Promise<void> {
  await countDays(world);
  const page = await browser.newPage({ viewport: SIZE, colorScheme: "light", locale: "en" });
  await signInAtConsole(page, world);
  const open = (path: string) => page.goto(`${world.console}${path}`);

  await open("/");
  await page.locator("#hide-checklist").click();
  await page.locator("#show-checklist").waitFor();
  await take(page, "console-overview");
  await open("/people?q=acme&status=enabled");
  await take(page, "console-people");
  await open("/clients");
  await page.getByRole("link", { name: "Acme dashboard" }).click();
  await take(page, "console-application");
  await open("/audit");
  await take(page, "console-audit");
  await page.close();
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(IMAGES, `${name}.jpg`), type: "jpeg", quality: 82 });
}

/** Days that had more on working days, and grew: what the job that counts would have counted. */
async function countDays({ databaseUrl }: World): Promise<void> {
  const { Client } = createRequire(join(ROOT, "packages", "database", "package.json"))("pg");
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = Object.entries(COUNTS).flatMap(([name, [least, more]]) =>
    Array.from({ length: DAYS }, (_, age) => {
      const day = new Date(Date.now() - age * 86_400_000);
      const isWorking = day.getUTCDay() % 6 !== 0;
      const wave = ((day.getUTCDate() * 7 + name.length) % 10) / 10;
      const value = Math.round((least + more * wave) * (isWorking ? 1 : 0.4) * (1 - age / 200));
      return { day: day.toISOString().slice(0, 10), name, value };
    }),
  );
  await client.query(
    `INSERT INTO daily_statistic (day, name, value, counted_at)
     SELECT day, name, value, now() FROM jsonb_to_recordset($1) AS counted (day date, name text, value bigint)
     ON CONFLICT (day, name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(rows)],
  );
  await client.end();
}
