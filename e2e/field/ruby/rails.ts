/** Rails with OmniAuth, of Debian's packages: the files on its page in docs/clients, in an application around them. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { freePort } from "../../relying-parties/party.ts";
import { type Landing, type ScriptedBrowser, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import type { Account } from "../../support/worlds/world.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty } from "../field-party.ts";
import { missing } from "../install.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { visit, walk } from "../walk.ts";

const NAME = "rails";
const SECRET_BYTES = 64;
const REQUIRED = ["rails", "action_controller/railtie", "omniauth_openid_connect", "omniauth/rails_csrf_protection"];
const PACKAGES = "ruby-rails ruby-omniauth-openid-connect ruby-omniauth-rails-csrf-protection puma";

/** What `rails new` makes, as far as it is needed. */
const AROUND = {
  "app/controllers/application_controller.rb": "class ApplicationController < ActionController::Base\nend\n",
  "config.ru": `${REQUIRED.map((name) => `require "${name}"`).join("\n")}
SWD.url_builder = URI::HTTP
class Shop < Rails::Application
  config.root = __dir__
  config.eager_load = true
  config.secret_key_base = ENV.fetch("APP_SECRET")
  config.logger = Logger.new($stderr)
end
Rails.application.initialize!
run Rails.application
`,
};

const page = pageOf(NAME);

export const rails: FieldParty = {
  name: NAME,
  version: `${page.argumentsOf("bundle add ").join(" ")} of Debian`,
  settings: "scopes",
  async unavailable() {
    const asked = REQUIRED.flatMap((name) => ["-r", name]);
    const why = missing("ruby", [...asked, "-e", ""]) ?? missing("puma", ["--version"]);
    return why === undefined ? undefined : `not installed: ${PACKAGES}`;
  },
  install: async () => {},

  async run({ world, operator, demo, folder }) {
    for (const [file, text] of [...page.programs, ...Object.entries(AROUND)]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const port = await freePort();
    const home = `http://localhost:${port}`;
    const { clientId, clientSecret = "" } = await operator.addClient(...page.clientOptions(home));
    const environment = {
      ...{ ISSUER: world.issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, APP_URL: home },
      ...{ APP_SECRET: randomBytes(SECRET_BYTES).toString("hex"), RAILS_ENV: "production" },
    };
    const command = ["puma", "--bind", `tcp://localhost:${port}`, "config.ru"] as const;
    await whileRunning({ command, folder, environment, port }, () => signInAndOut(scriptedBrowser(world), home, demo));
  },
};

async function signInAndOut(browser: ScriptedBrowser, home: string, demo: Account): Promise<void> {
  const shown = ({ body }: Pick<Landing, "body">) => /<p id="who">(.*)<\/p>/.exec(body)?.[1];
  const first = await visit(browser, `${home}/`, demo);
  assert.equal(shown(first), "signed out", first.body);
  const inside = await press(browser, first, demo);
  assert.equal(shown(inside), `${DEMO.name} &lt;${DEMO.email}&gt;`, inside.body);
  assert.equal(shown(await press(browser, inside, demo)), "signed out");
}

/** Presses the only button of a page of the application. */
async function press(browser: ScriptedBrowser, { body, url }: Landing, demo: Account): Promise<Landing> {
  const action = new URL(/ action="([^"]+)"/.exec(body)?.[1] ?? "", url).href;
  const hidden = [...body.matchAll(/<input type="hidden"[^>]*>/g)].map(([field]) => field);
  const attribute = (field: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(field)?.[1] ?? "";
  const form = hidden.map((field) => [attribute(field, "name"), attribute(field, "value")] as const);
  return walk(browser, action, await browser.once(action, { form }), demo);
}
