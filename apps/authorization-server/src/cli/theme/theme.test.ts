import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { accessibilityProblems } from "@countersign/accessibility";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkTheme } from "../../people/theme/check.ts";
import { openPreview, type Preview } from "../../people/theme/preview.ts";
import { SAMPLES } from "../../people/views/samples/all.ts";
import { openViews } from "../../people/views/views.ts";
import { run } from "../program.ts";

const OURS = fileURLToPath(new URL("../../people/views/templates", import.meta.url));
const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-theme-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}
const isHtml = ({ page }: (typeof SAMPLES)[number]) => page !== "mailText" && page !== "mailSubject";
const ours = (name: string) => readFile(join(OURS, name), "utf8");

async function theme(...argv: string[]) {
  const [out, errors]: [string[], string[]] = [[], []];
  const exitCode = await run(["theme", ...argv], {
    environment: {},
    stdin: Readable.from([]),
    print: (text) => out.push(text),
    complain: (text) => errors.push(text),
    terminal: new PassThrough(),
    now: () => new Date("2030-01-01T12:00:00Z"),
  });
  return { exitCode, out: out.join("\n"), errors: errors.join("\n") };
}

describe("th.2: theme check renders all pages with the files of a folder", () => {
  it("files that are fine pass", async () => {
    await put("login.eta", await ours("login.eta"));
    await put("messages/en.json", JSON.stringify({ "login.title": "Come aboard" }));
    expect(await theme("check", folder)).toEqual({
      exitCode: 0,
      out: `${SAMPLES.length} pages are fine in 5 languages: de, en, es, fr, zh`,
      errors: "",
    });
  });

  it.each([
    ["a value that does not exist", "<p><%= it.nobody %></p>", /home\.eta.*"home" in de, shows "undefined"/],
    ["a member of a value that does not exist", "<p><%= it.nobody.name %></p>", /home\.eta.*fails: Cannot read/],
    ["a text that does not exist", '<p><%= it.t("no.such.text") %></p>', /fails: .*lacks "no\.such\.text"/],
    ["a template that does not compile", "<% if ( { %>", /home\.eta does not compile: ./],
  ])("%s is exit 1", async (_, more, sentence) => {
    await put("home.eta", `${await ours("home.eta")}${more}`);
    const { exitCode, out, errors } = await theme("check", folder);
    expect([exitCode, out]).toEqual([1, ""]);
    expect(errors).toMatch(sentence);
  });

  it.each([
    [
      "a field without a label",
      '<input name="x">',
      /home\.eta.*"home" in en, fails label: Form elements must have labels/,
    ],
    ["a picture without a text", '<img src="/x.png">', /fails image-alt: Images must have alternative text/],
    ["a link without a name", '<a href="/x"></a>', /fails link-name/],
    ["a button without a name", "<button></button>", /fails button-name/],
  ])("axe: %s is exit 1", async (_, more, sentence) => {
    await put("home.eta", `${await ours("home.eta")}${more}`);
    const { exitCode, out, errors } = await theme("check", folder);
    expect([exitCode, out]).toEqual([1, ""]);
    expect(errors).toMatch(sentence);
  });

  it.each([
    ["that is included", "password/rules.eta"],
    ["that no page uses", "rules.eta"],
  ])("a broken template %s is exit 1, by its name", async (_, name) => {
    await put(name, "<% if ( { %>");
    const { exitCode, errors } = await theme("check", folder);
    expect(exitCode).toBe(1);
    expect(errors).toContain(`${name} does not compile: `);
  });

  it("a template in another place than ours, or of another name, is a warning", async () => {
    await put("rules.eta", await ours("password/rules.eta"));
    await put("password/part.eta", "<p>x</p>");
    await put("password/rules.eta", '<div id="<%= it.id %>"><%~ include("./part") %></div>');
    await put("mistyped.eta", "<p>x</p>");
    const { warnings, problems } = await checkTheme(folder, async () => []);
    expect([problems, warnings]).toEqual([
      [],
      ["no page uses mistyped.eta", "no page uses rules.eta: ours of this name is password/rules.eta"],
    ]);
  });

  it("axe: in a language of theirs, too; that it is partial is a warning", async () => {
    await put("messages/pt-BR.json", JSON.stringify({ locale: "xx-none", "login.title": "Entrar" }));
    const handed: string[] = [];
    // Every page has its language: axe takes long for all of them, and finds the same in each.
    const { problems, warnings } = await checkTheme(folder, async (pages) => {
      const theirs = pages.filter(({ name }) => name.includes(" in pt-BR,"));
      handed.push(...theirs.map(({ name }) => name));
      return accessibilityProblems(theirs.slice(0, 3));
    });
    expect(handed).toHaveLength(SAMPLES.filter(isHtml).length);
    expect(problems).toContainEqual(expect.stringContaining("in pt-BR, fails html-lang-valid"));
    expect(warnings).toContainEqual(
      expect.stringMatching(/^messages\/pt-BR\.json: \d+ of \d+ texts are the English ones/),
    );
  });

  it("a placeholder that nothing fills is exit 1, and a text that nothing shows is a warning", async () => {
    await put("messages/de.json", JSON.stringify({ "login.lead": "Weiter zu {klient}", "login.titel": "x" }));
    const { exitCode, errors } = await theme("check", folder);
    expect(exitCode).toBe(1);
    expect(errors).toContain('warning: messages/de.json: no page of ours shows "login.titel"');
    expect(errors).toContain('messages/de.json: nothing fills {klient} in "login.lead"');
  });

  it("in an image, which lacks the check of accessibility, the answer is where to run it", async () => {
    const without = `import { registerHooks } from "node:module";
      const missing = () => { throw Object.assign(new Error("missing"), { code: "ERR_MODULE_NOT_FOUND" }); };
      const resolve = (name, context, next) => name === "@countersign/accessibility" ? missing() : next(name, context);
      registerHooks({ resolve });`;
    const image = ["--import", `data:text/javascript,${encodeURIComponent(without)}`, MAIN];
    await expect(promisify(execFile)(process.execPath, [...image, "theme", "check", folder])).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("run `npm run countersign -- theme check <folder>` in a checkout"),
    });
  });

  it("no folder is a sentence", async () => {
    expect(await theme("check")).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining("VIEWS_DIR is not set"),
    });
    expect(await theme("check", join(folder, "x"))).toMatchObject({ exitCode: 1 });
  });
});

describe("th.1 (c): a template of an older version is noticed", () => {
  it("at the start, with the command that shows the difference", async () => {
    const old = (await ours("login.eta")).split("\n").slice(1).join("\n");
    await put("login.eta", old);
    await put("consent.eta", await ours("consent.eta"));
    const { outdated } = openViews({ overrides: folder, basePath: "" });
    expect(outdated).toMatchObject([{ name: "login.eta", theirs: 1, ours: 7 }]);
    const { exitCode, errors } = await theme("check", folder);
    expect(exitCode).toBe(0);
    const command = `diff -u ${join(OURS, "login.eta")} ${join(folder, "login.eta")}`;
    expect(errors).toContain(`login.eta was written for version 1 of our template, which has version 7: ${command}`);
    const diff = promisify(execFile)("diff", command.split(" ").slice(1));
    await expect(diff).rejects.toMatchObject({ stdout: expect.stringContaining("-<%/* template-version: 7 */-%>") });
  });

  it("a copy of ours is of our version", async () => {
    for (const name of ["login.eta", "layout.eta", "mail/html.eta"]) await put(name, await ours(name));
    expect(openViews({ overrides: folder, basePath: "" }).outdated).toEqual([]);
  });
});

describe("th.3: theme preview shows every page in every state", () => {
  let preview: Preview;
  beforeEach(async () => {
    preview = await openPreview({ overrides: folder, port: 0 });
  });
  afterEach(() => preview.close());
  const get = async (path: string) => {
    const response = await fetch(new URL(path, preview.url));
    return { status: response.status, headers: response.headers, body: await response.text() };
  };

  it("all of them, from a list", async () => {
    const { body } = await get("/");
    const links = [...body.matchAll(/href="(\/auto\/en\/\w+\/\d+)"/g)].map(([, path = ""]) => path);
    expect(links).toHaveLength(SAMPLES.length);
    for (const path of links) expect([path, (await get(path)).status]).toEqual([path, 200]);
  }, 120_000);

  it("in every language, and from right to left", async () => {
    expect((await get("/auto/de/login/1")).body).toContain('<html lang="de" dir="ltr">');
    expect((await get("/auto/ar-x-pseudo/login/1")).body).toContain('<html lang="ar-x-pseudo" dir="rtl">');
  });

  it("in light and dark, no matter what the browser prefers", async () => {
    expect((await get("/dark/en/login/1")).body).toContain('href="/dark/assets/style.css?v=');
    expect((await get("/dark/assets/style.css")).body).toContain("@media all {");
    expect((await get("/light/assets/style.css")).body).toContain("@media not all {");
    expect((await get("/auto/assets/style.css")).body).toContain("@media (prefers-color-scheme: dark) {");
  });

  it("the components of the pages in each of their states, of which axe finds nothing", async () => {
    expect((await get("/auto/en")).body).toContain('href="/auto/components"');
    const { status, body } = await get("/dark/components");
    expect(status).toBe(200);
    for (const part of ["button", "field", "card", "notice", "badge", "chip", "rows", "tile", "menu", "tabs", "toast"])
      expect(body, part).toMatch(new RegExp(`class="[^"]*\\b${part}\\b|<${part}\\b`));
    expect(await accessibilityProblems([{ name: "components", html: body, mayRefresh: false }])).toEqual([]);
  }, 60_000);

  it("a change of a file is seen at the next request, and a broken one is said", async () => {
    await put("home.eta", `${await ours("home.eta")}<p>Changed</p>`);
    expect((await get("/auto/en/home/1")).body).toContain("<p>Changed</p>");
    await put("home.eta", "<% if ( { %>");
    expect(await get("/auto/en/home/1")).toMatchObject({ status: 500 });
  });

  it("its forms and scripts do nothing", async () => {
    const { headers } = await get("/auto/en/login/1");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*sandbox allow-same-origin/);
  });

  it("only on loopback, and only under its names", async () => {
    expect(new URL(preview.url).hostname).toBe("127.0.0.1");
    const asked = request(preview.url, { headers: { host: "evil.example" } }).end();
    const [answer] = await once(asked, "response");
    answer.resume();
    expect(answer.statusCode).toBe(421);
    expect((await fetch(preview.url, { method: "POST" })).status).toBe(405);
  });

  it.each(["/dark/en/nowhere/1", "/dark/en/login/99", "/pink/en/login/1", "/auto/assets/..%2f..%2fviews.ts"])(
    "%s is 404",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

it("th.3: theme preview is a command that serves until it is told to stop", async () => {
  const child = spawn(process.execPath, [MAIN, "theme", "preview", "--port", "0"], { env: { PATH: process.env.PATH } });
  const [line] = await once(child.stdout, "data");
  const [, url = ""] = /The pages are at (http:\/\/127\.0\.0\.1:\d+\/)/.exec(String(line)) ?? [];
  expect((await fetch(url)).status).toBe(200);
  child.kill("SIGINT");
  await once(child, "exit");
});
