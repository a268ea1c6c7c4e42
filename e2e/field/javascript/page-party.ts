/**
 * An application in a browser: the script on its page in docs/clients, with three buttons, in Chromium. It is on https,
 * as in production: at a loopback address, people are asked for their consent each time.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { extname, join, normalize } from "node:path";
import { expect, type Page } from "@playwright/test";
import { freePort } from "../../relying-parties/party.ts";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { makeCertificates } from "../../support/worlds/certificates.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty, FieldSurroundings } from "../field-party.ts";
import { inBrowser, noBrowser } from "../in-browser.ts";
import { pageOf } from "../page.ts";
import { npmInstall, npmUnavailable } from "./npm.ts";

const HOST = "shop.example.test";
const SCRIPT = "app.js";
export const ISSUER_ON_PAGE = "https://id.example.com";
export const CLIENT_ON_PAGE = "<client_id>";
const WITHIN_MS = 20_000;

interface PageParty {
  /** The name of its page, too. */
  readonly name: string;
  readonly settings: string;
  /** The file of each module that the script and its library import, below node_modules. */
  readonly modules: Readonly<Record<string, string>>;
  /** Gets new tokens, without a page of the issuer. */
  renew(page: Page): Promise<void>;
}

export function pageParty({ name, settings, modules, renew }: PageParty): FieldParty {
  const document = pageOf(name);
  return {
    name,
    version: document.packages.join(" "),
    settings,
    unavailable: async () => noBrowser() ?? (await npmUnavailable()),
    install: (folder) => npmInstall(folder, document.packages),

    async run(surroundings) {
      const port = await freePort();
      const { clientId } = await surroundings.operator.addClient(...document.clientOptions(originAt(port)));
      const script = (document.programs.get(SCRIPT) ?? "")
        .replace(ISSUER_ON_PAGE, surroundings.world.issuer)
        .replace(CLIENT_ON_PAGE, clientId);
      await visited({ port, renew, ...surroundings }, contentOf({ folder: surroundings.folder, modules, script }));
    },
  };
}

export interface Visited extends FieldSurroundings, Pick<PageParty, "renew"> {
  /** Where the application is served. */
  readonly port: number;
}

/** The address of an application that is served at a port. */
export const originAt = (port: number): string => `https://${HOST}:${port}`;

/** Serves an application while a person signs in and out there. */
export async function visited(visit: Visited, content: Content): Promise<void> {
  const site = await serve(visit.port, content);
  try {
    await inBrowser((page) => signInAndOut(page, visit));
  } finally {
    await site.stop();
  }
}

/** What each of these applications does: sign in, get new tokens, sign out here and at the issuer. */
async function signInAndOut(page: Page, { port, demo, renew }: Visited): Promise<void> {
  const shown = (text: string) => expect(page.locator("#who")).toHaveText(text, { timeout: WITHIN_MS });
  await page.goto(originAt(port));
  await shown("signed out");
  await page.locator("#sign-in").click();
  await signIn(page, demo);
  await expectPage(page, "consent");
  await allow(page);
  await shown(`${DEMO.name} <${DEMO.email}>`);

  await renew(page);

  await page.locator("#sign-out").click();
  await shown("signed out");
  await page.locator("#sign-in").click();
  await expectPage(page, "login");
}

interface Site {
  readonly folder: string;
  readonly modules: Readonly<Record<string, string>>;
  readonly script: string;
}

/** What is at a path. It fails if nothing is. */
export type Content = (path: string) => Promise<string | Buffer>;

/** The page, its script and the packages. */
function contentOf({ folder, modules, script }: Site): Content {
  const imports = Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, `/node_modules/${file}`]));
  const html = `<!doctype html><title>Shop</title>
<script type="importmap">${JSON.stringify({ imports })}</script>
<output id="who"></output>
<button id="sign-in">Sign in</button><button id="refresh">Refresh</button><button id="sign-out">Sign out</button>
<script type="module" src="/${SCRIPT}"></script>`;
  return async (path) => {
    if (path === "/") return html;
    if (path === `/${SCRIPT}`) return script;
    // Modules of some packages import each other without file endings, as bundlers accept it.
    const file = extname(path) === "" ? `${path}.js` : path;
    if (path.startsWith("/node_modules/")) return readFile(join(folder, normalize(file)));
    throw new Error(`nothing is at ${path}`);
  };
}

async function serve(port: number, content: Content): Promise<{ stop(): Promise<void> }> {
  const { certificate: cert, key } = await makeCertificates([HOST]);
  const server = createServer({ cert, key }, (req, res) => {
    const { pathname } = new URL(req.url ?? "/", `https://${HOST}`);
    content(pathname).then(
      (found) => res.writeHead(200, { "content-type": pathname === "/" ? "text/html" : "text/javascript" }).end(found),
      () => res.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
