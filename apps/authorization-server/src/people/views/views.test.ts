import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, it } from "vitest";
import { TEMPLATES } from "./pages.ts";
import { SAMPLES } from "./samples/all.ts";
import { openViews } from "./views.ts";

const FOLDER = join(import.meta.dirname, "templates");
const templates = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".eta"));
const hostile = `"><img src=x onerror=alert(1)>`;
const views = openViews({ overrides: undefined, basePath: "" }).in([]);

const party = {
  name: "Example App",
  host: "app.example",
  logo: "/logo/example",
  clientUri: "https://app.example/",
  policyUri: "https://app.example/privacy",
  tosUri: "https://app.example/terms",
};
const bare = { ...party, logo: undefined, clientUri: undefined, policyUri: undefined, tosUri: undefined };
const scopes = [
  { name: "openid", required: true, checked: true, values: [] },
  {
    name: "email",
    required: false,
    checked: true,
    values: [
      { claim: "email", value: "a@b.example" },
      { claim: "email_verified", value: "true" },
    ],
  },
  { name: "phone", required: false, checked: false, values: [] },
];
const claims = [
  { name: "nickname", checked: true, value: "Al" },
  { name: "email_verified", checked: false, value: false },
  { name: "birthdate", checked: true, value: undefined },
];

const formPost = { client: "Example App", action: "https://app.example/cb", fields: [{ name: "code", value: "c" }] };

const returned = { host: "app.example", code: "invalid_scope", description: "d", reference: "ref" };

const pages: [string, string][] = [
  ["form-post", views.formPost(formPost)],
  ["login", views.login({ party, path: "/login", request: "r", csrf: "c", username: "alice", problem: undefined })],
  [
    "login after a wrong password",
    views.login({ party: bare, path: "/login", request: "r", csrf: "c", username: "", problem: "wrong_password" }),
  ],
  [
    "login at a limit",
    views.login({ party, path: "/login", request: "r", csrf: "c", username: "", problem: "too_many_attempts" }),
  ],
  ["select-account", views.selectAccount({ party, person: "Alice", path: "/login", request: "r", csrf: "c" })],
  [
    "consent",
    views.consent({
      party,
      person: "Alice",
      scopes,
      claims,
      resources: [],
      details: [],
      isRemembered: true,
      path: "/login",
      request: "r",
      csrf: "c",
    }),
  ],
  [
    "consent to nothing",
    views.consent({
      party: bare,
      person: "Alice",
      scopes: [],
      claims: [],
      resources: [],
      details: [],
      isRemembered: true,
      path: "/login",
      request: "r",
      csrf: "c",
    }),
  ],
  ["sign-out", views.signOut({ person: "Alice", csrf: "c", carried: [{ name: "state", value: "s" }] })],
  ["signing-out", views.signingOut({ frames: ["https://app.example/out"], onward: "https://app.example/bye" })],
  ["signed-out", views.signedOut({})],
  ["home", views.home({ person: undefined, account: "/account", signOut: "/end_session", metadata: "/m" })],
  [
    "home when signed in",
    views.home({ person: "Alice", account: "/account", signOut: "/end_session", metadata: "/m" }),
  ],
  ["not-found", views.notFound({ reference: "ref" })],
  [
    "return-error by a link",
    views.returnError({ ...returned, link: "https://app.example/cb?error=e", form: undefined }),
  ],
  ["return-error by a form", views.returnError({ ...returned, link: undefined, form: formPost })],
  ["error", views.error({ advice: "expired", code: "invalid_request", description: "d", reference: "ref" })],
];

describe("design, pages: every page", () => {
  it.each(pages)("%s renders completely, with no missing value and no inline script", (name, html) => {
    const scripts = html.match(/<script.*/g);
    const scripted = name === "form-post" || name === "signing-out";
    const script = (file: string) => expect.stringMatching(new RegExp(`^<script src="/assets/${file}\\?v=[\\w-]{12}"`));
    const show = html.includes('type="password"') ? [script("ui.js")] : null;
    expect(scripts).toEqual(scripted ? [script(`${name}.js`)] : show);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain("</html>");
    expect(html).not.toMatch(/undefined|\[object|\{\w+\}|style="/);
  });

  it("has a sample, which the browser tests look at", () => {
    expect(new Set(SAMPLES.map(({ page }) => page))).toEqual(new Set(Object.keys(TEMPLATES)));
  });

  // Mails are not pages, and the page of check_session_iframe is never seen.
  const isSeen = ({ page }: { readonly page: string }) => page !== "checkSession" && !page.startsWith("mail");
  const seen = SAMPLES.filter(isSeen).map(({ page, render }) => [page, render(views)]);
  it.each(seen)("F1: %s has a way on: a link or a button", (_, html = "") => {
    expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).toMatch(/<a [^>]*href="|<button/);
  });

  it.each(SAMPLES.map(({ page, render }) => [page, render(views)]))("%s shows no missing value", (_, html) => {
    expect(html).not.toMatch(/undefined|\[object|\{\w+\}|NaN|Invalid Date/);
  });

  it.each(pages)("%s has one main heading and a language", (_, html) => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<html lang="en" dir="ltr">');
  });
});

describe("RFC 9396 §13: the consent page says that an answer is remembered", () => {
  const remembered = "We’ll only ask again if";
  const once = "You are asked each time.";
  const details = (isRemembered: boolean) => [{ value: "0", objects: [], resources: ["Payments"], isRemembered }];
  const consent = (shown: ReturnType<typeof details>, isRemembered = true) =>
    views.consent({
      ...{ party, path: "/consent", request: "r", csrf: "c", person: "Alice", scopes, claims, resources: [] },
      details: shown,
      isRemembered,
    });

  it.each([
    ["for scopes", [], true, false],
    ["for details of a type that is remembered", details(true), true, false],
    ["not for details that are asked each time", details(false), false, true],
    ["not if one of two is asked each time", [...details(true), ...details(false)], false, true],
  ])("%s", (_, shown, saysRemembered, saysOnce) => {
    const html = consent(shown);
    expect([html.includes(remembered), html.includes(once)]).toEqual([saysRemembered, saysOnce]);
  });

  it("not for a client whose people are asked each time", () => {
    expect(consent([], false)).not.toContain(remembered);
  });
});

describe("authz-20, resp-10, consent-06: values of others are text, never markup", () => {
  const hostileError = { host: hostile, code: hostile, description: hostile, reference: hostile };
  const evil = { ...party, name: hostile, host: hostile };

  it.each([
    [
      "login",
      views.login({
        party: evil,
        path: "/login",
        request: hostile,
        csrf: hostile,
        username: hostile,
        problem: undefined,
      }),
    ],
    [
      "consent",
      views.consent({
        party: evil,
        person: hostile,
        path: "/consent",
        request: hostile,
        csrf: hostile,
        isRemembered: true,
        scopes: [{ name: hostile, required: false, checked: true, values: [{ claim: "name", value: hostile }] }],
        claims: [{ name: "nickname", checked: true, value: hostile }],
        resources: [
          {
            identifier: hostile,
            name: hostile,
            scopes: [{ name: hostile, text: hostile, required: false, checked: true }],
          },
        ],
        details: [
          {
            value: hostile,
            objects: [{ title: hostile, fields: [{ label: hostile, value: hostile }] }],
            resources: [hostile],
            isRemembered: false,
          },
        ],
      }),
    ],
    [
      "select-account",
      views.selectAccount({ party: evil, person: hostile, path: "/", request: hostile, csrf: hostile }),
    ],
    ["sign-out", views.signOut({ person: hostile, csrf: hostile, carried: [{ name: "state", value: hostile }] })],
    ["form-post", views.formPost({ client: hostile, action: hostile, fields: [{ name: hostile, value: hostile }] })],
    ["home", views.home({ person: hostile, account: "/account", signOut: "/s", metadata: "/m" })],
    ["return-error", views.returnError({ ...hostileError, link: hostile, form: undefined })],
    [
      "the form of return-error",
      views.returnError({
        ...hostileError,
        link: undefined,
        form: { action: hostile, fields: [{ name: hostile, value: hostile }] },
      }),
    ],
    ["error", views.error({ advice: hostile, code: "invalid_request", description: hostile, reference: hostile })],
  ])("is escaped on %s", (_, html) => {
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("&lt;img src=x");
  });
});

describe("Form Post Response Mode §2: the script of the page", () => {
  const source = readFileSync(new URL("./assets/form-post.js", import.meta.url), "utf8");

  it("submits the form when the page has loaded", () => {
    const submitted: string[] = [];
    const window: { onload?: () => void } = {};
    runInNewContext(source, { window, document: { forms: [{ submit: () => submitted.push("first") }] } });
    expect(submitted).toEqual([]);
    window.onload?.();
    expect(submitted).toEqual(["first"]);
  });

  it("calls the form's own submit method: no field or button has that name", () => {
    expect(views.formPost(formPost)).not.toMatch(/(?:name|id)="submit"/);
  });

  it("has only syntax of ECMAScript 3", () => {
    expect(source).not.toMatch(/=>|`|\b(?:const|let|class|import|export|async)\b/);
  });
});

describe("architecture §2: a deployment can override files", () => {
  const made: string[] = [];
  afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

  async function folderWith(file: string, text: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "views-"));
    made.push(folder);
    await mkdir(join(folder, "messages"), { recursive: true });
    await writeFile(join(folder, file), text);
    return folder;
  }

  it("uses a template of the deployment in place of ours, and ours for the others", async () => {
    const own = openViews({ basePath: "", overrides: await folderWith("signed-out.eta", "<p>Bye</p>") }).in([]);
    expect(own.signedOut({})).toBe("<p>Bye</p>");
    expect(own.notFound({ reference: "ref" })).toContain("Page not found");
  });

  it("uses single messages of the deployment", async () => {
    const own = openViews({
      basePath: "",
      overrides: await folderWith("messages/en.json", JSON.stringify({ "login.submit": "Enter" })),
    }).in([]);
    expect(own.login({ party, path: "/login", request: "r", csrf: "c", username: "", problem: undefined })).toContain(
      ">Enter</button>",
    );
  });

  it("does not start with a broken template", async () => {
    const overrides = await folderWith("login.eta", "<% if ( %>");
    expect(() => openViews({ overrides, basePath: "" })).toThrow();
  });

  it.each([
    ["error.eta", "<% it.missing.length %>", 'the template of the page "error" cannot be shown in de: '],
    ["consent.eta", "<%= it.party.logo.length %>", 'the template of the page "consent" cannot be shown in de: '],
    ["layout.eta", "<%~ it.body %><%= it.t('no.such.text') %>", "cannot be shown in de: "],
  ])("does not start with a %s that compiles but cannot be rendered", async (file, text, problem) => {
    const overrides = await folderWith(file, text);
    expect(() => openViews({ overrides, basePath: "" })).toThrow(problem);
  });
});

describe("OIDC Discovery §3: an issuer may have a path", () => {
  it.each(templates)("%s has no absolute path of ours: it.at() adds the issuer's path", (template) => {
    expect(readFileSync(join(FOLDER, template), "utf8")).not.toMatch(/(?:action|href|src)="\//);
  });

  it.each([
    ["login", '<form id="credentials" method="post" action="/tenant/login">'],
    ["consent", '<form method="post" action="/tenant/consent">'],
    ["signOut", '<form method="post" action="/tenant/end_session">'],
    ["signedOut", 'href="/tenant/account"'],
    ["home", '<a href="/tenant/m">'],
    ["notFound", '<link rel="stylesheet" href="/tenant/assets/style.css?v='],
  ] as const)("%s has only links below the issuer's path", (name, tag) => {
    const below = openViews({ overrides: undefined, basePath: "/tenant" }).in([]);
    const forms = { party, path: "/login", request: "r", csrf: "c", person: "Alice" };
    const rendered = {
      login: () => below.login({ ...forms, username: "", problem: undefined }),
      consent: () => below.consent({ ...forms, scopes, claims, resources: [], details: [], isRemembered: true }),
      signOut: () => below.signOut({ ...forms, carried: [] }),
      signedOut: () => below.signedOut({}),
      home: () => below.home({ person: undefined, account: "/account", signOut: "/end_session", metadata: "/m" }),
      notFound: () => below.notFound({ reference: "ref" }),
    };
    expect(rendered[name]()).toContain(tag);
    expect(rendered.login()).toContain('src="/tenant/logo/example"');
  });
});
