/** oauth2-proxy in front of an application, which is told in headers who the person is. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../relying-parties/party.ts";
import { type ScriptedBrowser, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { type Answer, json } from "../../support/http.ts";
import type { World } from "../../support/worlds/world.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty } from "../field-party.ts";
import { addToGroup, missing, run } from "../install.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { visit } from "../walk.ts";

const CONFIGURATION = "oauth2-proxy.cfg";
const REFRESHES_AFTER_MS = 2000;
/** The test has no https, waits for no minutes, and reads the access token. */
const FOR_THE_TEST = 'cookie_secure = false\npass_access_token = true\ncookie_refresh = "1s"\n';

const page = pageOf("oauth2-proxy");
const modules = page.argumentsOf("go install ");

interface Application {
  /** Where the proxy is. */
  readonly home: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly upstream: Server;
}

export const oauth2Proxy: FieldParty = {
  name: "oauth2-proxy",
  version: modules.join(" "),
  settings: "scopes, cookie_refresh",
  unavailable: async () => missing("go", ["version"]),
  install: (folder) => run(folder, ["go", "install", ...modules], { GOBIN: folder }),

  async run({ world, operator, demo, folder }) {
    const port = await freePort();
    const home = `http://localhost:${port}`;
    await addToGroup(world, "field-oauth2-proxy", demo);
    const { clientId, clientSecret = "" } = await operator.addClient(...page.clientOptions(home));
    const upstream = await startUpstream();
    const file = join(folder, CONFIGURATION);
    const text = configuration(world, { home, clientId, clientSecret, upstream });
    await writeFile(file, `${text}http_address = "127.0.0.1:${port}"\n`, { mode: 0o600 });
    try {
      const command = ["./oauth2-proxy", "--config", file] as const;
      await whileRunning({ command, folder, environment: {}, port }, async () => {
        const browser = scriptedBrowser(world, { accept: "text/html" });
        const end = await visit(browser, `${home}/oauth2/start?rd=%2F`, demo);
        assert.equal(end.url, `${home}/`);
        const first = told(end);
        assert.deepEqual({ email: first.email, name: first.name }, { email: DEMO.email, name: demo.username });
        assert.ok(first.groups?.split(",").includes("field-oauth2-proxy"), `groups: ${first.groups}`);
        await refreshes(browser, home, first);
        await signsOut(world, browser, { home, clientId });
      });
    } finally {
      upstream.close();
      upstream.closeAllConnections();
    }
  },
};

function configuration({ issuer }: World, { home, clientId, clientSecret, upstream }: Application): string {
  const text = (page.programs.get(CONFIGURATION) ?? "").replace(/^cookie_refresh.*\n/m, "");
  const filled = text
    .replace("https://id.example.com", issuer)
    .replace("https://shop.example.com", home)
    .replace("<client_id>", clientId)
    .replace("<client_secret>", clientSecret)
    .replace("<cookie_secret>", randomBytes(16).toString("hex"))
    .replace("127.0.0.1:8080", `127.0.0.1:${(upstream.address() as AddressInfo).port}`)
    .replace('"id.example.com"', `"${new URL(issuer).host}"`);
  return filled + FOR_THE_TEST;
}

/** An application without a sign-in of its own shows what the proxy told it. */
async function startUpstream(): Promise<Server> {
  const server = createServer(({ headers }, response) => {
    const {
      "x-forwarded-email": email,
      "x-forwarded-groups": groups,
      "x-forwarded-preferred-username": name,
    } = headers;
    response.end(JSON.stringify({ email, groups, name, token: headers["x-forwarded-access-token"] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function told(answer: Answer): Record<string, string | undefined> {
  assert.equal(answer.status, 200, answer.body);
  return json(answer) as Record<string, string | undefined>;
}

/** Several requests of one page arrive when the tokens are old: each is answered, and the tokens are new. */
async function refreshes(browser: ScriptedBrowser, home: string, first: Record<string, string | undefined>) {
  await wait(REFRESHES_AFTER_MS);
  const answers = await Promise.all(["/a", "/b", "/c"].map((path) => browser.once(`${home}${path}`)));
  for (const { email, groups, token } of answers.map(told)) {
    assert.deepEqual({ email, groups }, { email: first.email, groups: first.groups });
    assert.ok(token !== undefined && token !== first.token, "the access token is another");
  }
}

/** Signs out of the proxy and of the issuer, which asks, and returns. */
async function signsOut(
  world: World,
  browser: ScriptedBrowser,
  { home, clientId }: Pick<Application, "home" | "clientId">,
): Promise<void> {
  const out = new URL(`${world.issuer}/end_session`);
  out.searchParams.set("client_id", clientId);
  out.searchParams.set("post_logout_redirect_uri", `${home}/ping`);
  const away = await browser.once(`${home}/oauth2/sign_out?rd=${encodeURIComponent(out.href)}`);
  assert.equal(away.headers.location, out.href);
  const landed = await browser.submit(await browser.open(out.href), []);
  assert.equal(landed.url, `${home}/ping`, landed.body);
  assert.notEqual((await browser.once(`${home}/`)).status, 200, "signed out, the application is closed");
}
