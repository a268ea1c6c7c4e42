import { describe, expect, it } from "vitest";
import { looksOf } from "./looks.ts";
import { SAMPLES } from "./samples/all.ts";
import { REQUEST } from "./samples/sample.ts";
import { openViews } from "./views.ts";

const paths = { looks: "/looks.css", looksLogo: "/logo" };
const views = openViews({ overrides: undefined, basePath: "" });
const page = { ...REQUEST, username: "", problem: undefined, passkey: undefined };
const login = (model: object = {}) => views.in(["en"]).login({ ...page, ...model });

describe("4.3: the name of a person who comes back is not asked again", () => {
  it("it stands beside a picture, with a way to another name that works without a script", () => {
    const html = login({ username: "mara@example.org" });
    expect(html).toMatch(
      /<details class="known" id="known">\s*<summary class="as">.*>M<.*<bdi title="mara@example.org">/,
    );
    expect(html).toMatch(/Not you\?<\/span><\/summary>\s*<div class="field">\s*<label for="username">/);
    expect(html).toMatch(/<input id="username" name="username" value="mara@example.org"/);
    expect(html).toMatch(/<input id="password"[^>]* autofocus/);
  });

  it.each([
    ["nobody", {}],
    ["a name that was refused", { username: "mara", problem: "wrong_password" }],
    ["a name that may have a provider of its own", { username: "mara", nameFirst: true }],
  ])("%s: the field is open", (_, model) => {
    expect(login(model)).not.toContain('id="known"');
  });
});

describe("48: a known person is asked for the strongest proof that they have; other ways are behind it", () => {
  const passkey = { options: "{}", unknownCredentialId: undefined };
  const providers = [{ alias: "corp", name: "Corp", mark: undefined }];
  /** What stands outside of the closed parts of the page. */
  const atOnce = (known: object) => {
    const html = login({ username: "mara", known, passkey, providers });
    expect(html).toContain('id="provider-corp"');
    const closed = /<details class="known".*?<\/details>/s.exec(html)?.[0] ?? "";
    const open = html.replace(closed, "").replace(/<details class="more".*?<\/details>/gs, "");
    return ["use-passkey", "password", "provider-corp"].filter((id) => open.includes(`id="${id}"`));
  };

  it.each([
    ["a passkey", { hasPasskey: true, hasPassword: false }, ["use-passkey"]],
    ["a password", { hasPasskey: false, hasPassword: true }, ["password"]],
    ["neither", { hasPasskey: false, hasPassword: false }, ["use-passkey", "password", "provider-corp"]],
  ])("who has %s", (_, known, shown) => {
    expect(atOnce(known)).toEqual(shown);
  });
});

describe("4.3: providers carry their mark", () => {
  it("a known one its own, every other one its initial", () => {
    const html = login({
      providers: [
        { alias: "google", name: "Google", mark: "google" },
        { alias: "corp", name: "Corp", mark: undefined },
      ],
    });
    expect(html).toMatch(/id="provider-google"[^>]*><svg class="mark" .*fill="#4285f4"/);
    expect(html).toMatch(/id="provider-corp"[^>]*><span class="mark letter" aria-hidden="true">C<\/span>/);
  });
});

describe("4.3: the rules of a new password are those of the server", () => {
  const change = (problem?: "too_short" | "personal" | "common") =>
    views.in(["en"]).changePassword({ ...REQUEST, username: "mara", shortest: 15, problem });

  it("each stands at the field, and describes it", () => {
    const html = change();
    const [, rules = ""] =
      /<ul class="rules"[^>]*data-rules="new-password" data-shortest="15">(.*?)<\/ul>/s.exec(html) ?? [];
    expect(rules.match(/<li /g)).toHaveLength(3);
    expect(rules).toContain("Has at least 15 characters");
    expect(html).toMatch(/<input id="new-password"[^>]* aria-describedby="new-password-hint"/);
    expect(html).toContain('<div id="new-password-hint"');
    expect(rules).not.toContain("broken");
  });

  it.each([
    ["too_short", "length"],
    ["personal", "personal"],
    ["common", "common"],
  ] as const)("%s: the rule that was broken is marked", (problem, rule) => {
    expect(change(problem).match(/<li data-rule="(\w+)" class="broken"/)?.[1]).toBe(rule);
  });
});

describe("4.2: the panel can stand beside a picture", () => {
  const html = (layout?: string, model: object = {}) =>
    views
      .dressed(looksOf(layout === undefined ? {} : { layout }, paths))
      .in(["en"])
      .login({ ...page, ...model });

  it("where the deployment chose it, and a window is not small", () => {
    expect(html("split")).toMatch(
      /<body class="gate split">\s*<div class="cover"><img src="\/assets\/cover\.svg\?v=[\w-]+" alt="">/,
    );
    expect(html("centered")).not.toContain("cover");
    expect(html()).not.toContain("cover");
    expect(html("split", { display: "popup" })).not.toContain("cover");
  });
});

describe("4.3: at most four ways stand in sight, the rest is behind “More ways to sign in”", () => {
  const providers = ["a", "b", "c", "d", "e"].map((alias) => ({ alias, name: alias, mark: undefined }));
  const passkey = { options: "{}", unknownCredentialId: undefined };

  it.each([
    ["a passkey and five providers", { passkey, providers }, 4, 2],
    ["a passkey and four providers", { passkey, providers: providers.slice(0, 4) }, 4, 1],
    ["a passkey and three providers", { passkey, providers: providers.slice(0, 3) }, 4, 0],
    ["five providers", { providers }, 4, 1],
    ["four providers", { providers: providers.slice(0, 4) }, 4, 0],
  ])("%s", (_, model, inSight, behind) => {
    const html = login(model);
    const [more = ""] = /<details class="more">[\s\S]*?<\/details>/.exec(html) ?? [];
    const count = (part: string) => part.match(/id="use-passkey"|value="federated"/g)?.length ?? 0;
    expect([count(html.replace(more, "")), count(more)]).toEqual([inSight, behind]);
  });
});

describe("4.3: a long name has two lines in a heading, and is whole in its title", () => {
  const name = "An application with a name that is far too long for a heading of two lines on a phone";
  const party = { ...REQUEST.party, name };

  it.each(["login", "signUp", "consent", "deviceConfirm"])("%s", (wanted) => {
    const sample = SAMPLES.find(({ page: one }) => one === wanted)?.render(views.in(["en"])) ?? "";
    const html = wanted === "login" ? login({ party }) : sample;
    const [, title, text] = /<h1 class="two-lines" title="([^"]*)">([\s\S]*?)<\/h1>/.exec(html) ?? [];
    expect(title).toBeTruthy();
    expect(text).toBe(title);
  });
});

describe("7: the consent page keeps technical values apart", () => {
  const pages = SAMPLES.filter(({ page: one }) => one === "consent").map(({ render }) => render(views.in(["en"])));
  const [named = ""] = pages.filter((html) => html.includes("on your behalf"));
  const seen = named
    .replace(/<details class="more" id="technical">[\s\S]*?<\/details>/, "")
    .replaceAll(/<[^>]*>/g, " ");

  it("no identifier of an API is outside of the details, and each is in them", () => {
    expect(seen).not.toMatch(/https:\/\//);
    expect(named).toMatch(
      /id="technical">[\s\S]*<code>https:\/\/orders\.example\/v1<\/code>[\s\S]*<code>orders:read<\/code>/,
    );
  });

  it("a scope with a text has no name, and one without says what it is", () => {
    expect(seen).not.toContain("orders:read");
    expect(seen).toMatch(/Permission “orders:write”\s+What it allows isn’t described\./);
  });
});
