/** Debian's mod_auth_openidc: Apache in front of a page. A person reaches the page through our pages. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { authorize, type ScriptedBrowser, scriptedBrowser } from "../support/browser/scripted-browser.ts";
import { send } from "../support/http.ts";
import { freePort, type Party } from "./party.ts";

const APACHE = "/usr/sbin/apache2";
const MODULES = "/usr/lib/apache2/modules";
const START_WITHIN_MS = 10_000;

export const apache: Party = {
  name: "Apache with mod_auth_openidc",
  packages: ["apache2-bin", "libapache2-mod-auth-openidc"],
  isInstalled: async () => existsSync(APACHE) && existsSync(join(MODULES, "mod_auth_openidc.so")),

  async run({ world, operator, demo }) {
    const port = await freePort();
    const home = `http://localhost:${port}`;
    const client = await operator.addClient(
      ...["--name", "Apache", "--redirect-uri", `${home}/callback`],
      ...["--post-logout-redirect-uri", `${home}/public.shtml`],
    );
    const folder = await pages();
    const settings = { ...client, folder, port: String(port), issuer: world.issuer };
    const process = await startApache(settings, `${home}/public.shtml`);
    try {
      // Apache redirects only requests for a page to the sign-in page.
      const browser = scriptedBrowser(world, { accept: "text/html" });
      await signsIn(browser, home, (url) => authorize(browser, url, demo));
      await signsOut(browser, home, world.issuer);
    } catch (error) {
      console.error(await readFile(join(folder, "error.log"), "utf8"));
      throw error;
    } finally {
      await stop(process);
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The page behind Apache shows the claims that it received. */
async function signsIn(browser: ScriptedBrowser, home: string, through: (url: string) => Promise<URL>): Promise<void> {
  const away = await browser.once(`${home}/index.shtml`);
  assert.equal(away.status, 302);
  const callback = await through(String(away.headers.location));
  assert.equal(`${callback.origin}${callback.pathname}`, `${home}/callback`);

  const back = await browser.once(callback.href);
  assert.equal(back.status, 302, back.body);
  assert.equal(back.headers.location, `${home}/index.shtml`);
  const page = await browser.once(`${home}/index.shtml`);
  assert.equal(page.status, 200);
  for (const line of ["user=alice", "name=Alice Beatrice Carter", "email=alice@example.com", "verified=1"]) {
    assert.ok(page.body.includes(line), `${line} is not in:\n${page.body}`);
  }
}

/** Signs out of Apache and of the issuer, and returns. */
async function signsOut(browser: ScriptedBrowser, home: string, issuer: string): Promise<void> {
  const out = `${home}/callback?logout=${encodeURIComponent(`${home}/public.shtml`)}`;
  const away = String((await browser.once(out)).headers.location);
  assert.ok(away.startsWith(`${issuer}/end_session?`), away);
  assert.equal((await browser.open(away)).url, `${home}/public.shtml`);
  const again = await browser.once(`${home}/index.shtml`);
  assert.equal(again.status, 302, "signed out, the page is closed");
}

async function pages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-apache-"));
  await mkdir(join(folder, "pages"));
  const lines = [
    ["user", "REMOTE_USER"],
    ["name", "OIDC_CLAIM_name"],
    ["email", "OIDC_CLAIM_email"],
    ["verified", "OIDC_CLAIM_email_verified"],
  ].map(([label, variable]) => `${label}=<!--#echo var="${variable}" -->`);
  await writeFile(join(folder, "pages", "index.shtml"), `${lines.join("\n")}\n`);
  await writeFile(join(folder, "pages", "public.shtml"), "public\n");
  await chmod(folder, 0o755); // If we are root, its processes belong to another account.
  return folder;
}

async function startApache(settings: Record<string, string | undefined>, ready: string): Promise<ChildProcess> {
  const template = await readFile(join(import.meta.dirname, "apache.conf"), "utf8");
  const root = process.getuid?.() === 0;
  const values: Record<string, string | undefined> = {
    ...settings,
    modules: MODULES,
    passphrase: randomBytes(24).toString("hex"),
    user: root ? "User www-data\nGroup www-data" : "",
  };
  const file = join(String(settings.folder), "httpd.conf");
  await writeFile(
    file,
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""),
    { mode: 0o600 },
  );
  const child = spawn(APACHE, ["-f", file, "-DFOREGROUND"], { stdio: ["ignore", "inherit", "inherit"] });

  const deadline = Date.now() + START_WITHIN_MS;
  while (!(await answers(ready))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop(child);
      throw new Error("Apache did not start");
    }
    await wait(100);
  }
  return child;
}

async function answers(url: string): Promise<boolean> {
  const nowhere = { authority: "" } as never;
  return send(nowhere, url).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
