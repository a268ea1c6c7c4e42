/** Next with Auth.js: the files on its page in docs/clients, built and served, which a person visits in Chromium. */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { freePort } from "../../relying-parties/party.ts";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import type { Account } from "../../support/worlds/world.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty } from "../field-party.ts";
import { inBrowser, noBrowser } from "../in-browser.ts";
import { run } from "../install.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { npmInstall, npmUnavailable } from "./npm.ts";

/** Otherwise, the workspace around the folder is taken for that of the application. */
const ROOT_IS_HERE = "export default { turbopack: { root: import.meta.dirname } };\n";
const NEXT = "node_modules/next/dist/bin/next";
const SECRET_BYTES = 32;
const WITHIN_MS = 20_000;

const document = pageOf("nextjs");

export const nextjs: FieldParty = {
  name: "nextjs",
  version: document.packages.join(" "),
  settings: "",
  unavailable: async () => noBrowser() ?? (await npmUnavailable()),
  install: (folder) => npmInstall(folder, document.packages),

  async run({ world, operator, demo, folder }) {
    for (const [file, text] of [...document.programs, ["next.config.mjs", ROOT_IS_HERE] as const]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const unasked = { NEXT_TELEMETRY_DISABLED: "1" };
    await run(folder, [process.execPath, NEXT, "build"], unasked);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const { clientId, clientSecret = "" } = await operator.addClient(...document.clientOptions(origin));
    const environment = {
      ...{ ...unasked, ISSUER: world.issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
      APP_SECRET: randomBytes(SECRET_BYTES).toString("hex"),
    };
    const command = [process.execPath, NEXT, "start", "-H", "localhost", "-p", String(port)] as const;
    await whileRunning({ command, folder, environment, port }, () =>
      inBrowser((page) => signInAndOut(page, origin, demo)),
    );
  },
};

async function signInAndOut(page: Page, origin: string, demo: Account): Promise<void> {
  const shown = (text: string) => expect(page.locator("#who")).toHaveText(text, { timeout: WITHIN_MS });
  await page.goto(origin);
  await shown("signed out");
  await page.locator("#sign-in").click();
  await signIn(page, demo);
  await expectPage(page, "consent");
  await allow(page);
  await shown(`${DEMO.name} <${DEMO.email}>`);

  await page.locator("#sign-out").click();
  await shown("signed out");
  // The session here goes on, as the page says.
  await page.locator("#sign-in").click();
  await shown(`${DEMO.name} <${DEMO.email}>`);
}
