/** Apache with mod_auth_openidc, and a page in PHP: the files on its page in docs/clients. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../relying-parties/party.ts";
import { isLoginPage, type ScriptedBrowser, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import type { Account } from "../../support/worlds/world.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty } from "../field-party.ts";
import { addToGroup, missing } from "../install.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { visit } from "../walk.ts";

const NAME = "apache-php";
const GROUP = `field-${NAME}`;
const CONFIGURATION = "countersign.conf";
/** Where Debian has them. */
const MODULES = "/usr/lib/apache2/modules";
const NEEDED = ["mpm_prefork", "authn_core", "authz_core", "authz_user", "dir", "mime", "env", "auth_openidc"];
const SECRET_BYTES = 32;

const page = pageOf(NAME);
const packages = page.argumentsOf("apt-get install ");
const php = () => globSync(`${MODULES}/libphp*.so`)[0];

export const apachePhp: FieldParty = {
  name: NAME,
  version: packages.join(" "),
  settings: "scopes, the secret of the sessions",
  async unavailable() {
    const isThere = existsSync(join(MODULES, "mod_auth_openidc.so")) && php() !== undefined;
    return missing("apache2", ["-v"]) ?? (isThere ? undefined : `not installed: ${packages.join(" ")}`);
  },
  install: async () => {},

  async run({ world, operator, demo, folder }) {
    const port = await freePort();
    const home = `http://localhost:${port}`;
    await addToGroup(world, GROUP, demo);
    const { clientId, clientSecret = "" } = await operator.addClient(...page.clientOptions(home));
    const served = await mkdtemp(join(tmpdir(), "countersign-apache-"));
    await chmod(served, 0o755); // Apache serves as another user
    try {
      for (const [file, text] of page.programs) {
        await writeFile(join(file === CONFIGURATION ? folder : served, file), text);
      }
      const file = join(folder, "httpd.conf");
      await writeFile(file, configurationAround({ folder, served, port }));
      const environment = {
        ...{ ISSUER: world.issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, APP_URL: home },
        APP_SECRET: randomBytes(SECRET_BYTES).toString("hex"),
      };
      // When it stops, it ends its group of processes, which would be ours.
      const command = ["setsid", "apache2", "-f", file, "-D", "FOREGROUND"] as const;
      await whileRunning({ command, folder, environment, port }, () =>
        signInAndOut(scriptedBrowser(world, { accept: "text/html" }), home, demo),
      );
    } finally {
      await rm(served, { recursive: true, force: true });
    }
  },
};

/** What Debian's configuration has in files of its own. */
const configurationAround = ({ folder, served, port }: Record<"folder" | "served", string> & { port: number }) => `
ServerName localhost
Listen ${port}
PidFile "${folder}/httpd.pid"
DefaultRuntimeDir "${folder}"
ErrorLog "${folder}/error.log"
User www-data
Group www-data
${NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join("\n")}
LoadModule php_module ${php()}
DocumentRoot "${served}"
DirectoryIndex index.php
TypesConfig /etc/mime.types
<FilesMatch "\\.php$">
  SetHandler application/x-httpd-php
</FilesMatch>
Include "${folder}/${CONFIGURATION}"
`;

async function signInAndOut(browser: ScriptedBrowser, home: string, demo: Account): Promise<void> {
  const { body } = await visit(browser, `${home}/`, demo);
  const shown = (id: string) => new RegExp(`<p id="${id}">(.*)</p>`).exec(body)?.[1];
  assert.equal(shown("who"), `${DEMO.name} &lt;${DEMO.email}&gt;`, body);
  assert.ok(shown("groups")?.split(",").includes(GROUP), `groups: ${shown("groups")}`);

  const [, link = ""] = /id="sign-out" href="([^"]+)"/.exec(body) ?? [];
  assert.equal((await visit(browser, `${home}${link}`, demo)).url, `${home}/signed-out.html`);
  // The session at the issuer has ended, too.
  const { location = "" } = (await browser.once(`${home}/`)).headers;
  assert.ok(isLoginPage(await browser.open(location)), location);
}
