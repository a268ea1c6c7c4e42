import { describe, expect, it } from "vitest";
import { looksOf } from "./looks.ts";
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
