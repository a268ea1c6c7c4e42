import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../testing/console.ts";

const PATH = "/settings/looks";
const filledIn = {
  service_name: "Harbour & Sons",
  accent_light: "#0b6b3a",
  corner: "4",
  layout: "split",
  font: "system",
  privacy_url: "https://harbour.example/privacy",
  "sign_in_text.de": " Willkommen ",
  "sign_in_text.fr": "Bienvenue : entrez",
  "sign_in_text.en": "",
  etag: '"v7"',
};

let console: TestConsole;
beforeEach(async () => {
  console = await startConsole({ scopes: ["settings:read", "settings:write"], answers: answersWith("held") });
});
afterEach(() => console.close());

const READS: readonly string[] = ["readSettings", "previewSettings"];
const changes = () => console.sent.filter(({ operation }) => !READS.includes(operation));

describe("th.1: looks are changed in the console", () => {
  it("fields stand below what they are about, and each color has a palette for scripts", async () => {
    const html = await (await console.get(PATH)).text();
    expect([...html.matchAll(/<div class="of-fields"><h3>([^<]*)</g)].map(([, title]) => title)).toEqual([
      ...["Brand", "Colors", "Links", "Texts"],
    ]);
    expect(
      html.match(/<input type="color" hidden data-color-of="save-looks-[a-z_]*" aria-label="[^"]+">/g),
    ).toHaveLength(4);
    const [first = ""] = /<input id="save-looks-accent_light"[^>]*>/.exec(html) ?? [];
    expect(first).toContain('aria-describedby="save-looks-accent_light-above ');
    expect(html).toContain('<p class="hint" id="save-looks-accent_light-above">Such as');
  });

  it("and seen before they are saved, with what was filled in", async () => {
    const html = await (await console.post(PATH, { act: "preview-looks", ...filledIn })).text();
    expect(changes()).toEqual([]);
    const [previewed] = console.sent.filter(({ operation }) => operation === "previewSettings");
    expect(previewed?.input).toMatchObject({ body: { service_name: "Harbour & Sons", corner: 4 } });
    expect(html).toContain('href="https://auth.example/looks/preview?draft=x"');
    expect(html).toMatch(/id="open-preview" target="_blank" rel="noopener noreferrer"/);
    expect(html).toContain('value="Harbour &amp; Sons"');
    expect(html).toContain(`<a class="button" id="discard-looks" href="${PATH}">Discard changes</a>`);
    expect(html).toContain('name="etag" value="&quot;v7&quot;"');
  });

  it("39: the page shows what is saved, before anything is asked for", async () => {
    const html = await (await console.get(PATH)).text();
    expect(console.sent.find(({ operation }) => operation === "previewSettings")?.input).toEqual({ body: {} });
    expect(html).toContain('<iframe id="preview-of-sign-in-in-light"');
  });

  it("39: where a preview needs another sign-in, the page says how to get one", async () => {
    await console.close();
    const refused = { ...problem(401), type: "urn:countersign:problem:insufficient-user-authentication" };
    const answers = { ...answersWith("held"), previewSettings: refused };
    console = await startConsole({ scopes: ["settings:read", "settings:write"], answers });
    const page = await console.get(PATH);
    const html = await page.text();
    expect([page.status, html.includes("<iframe"), html.includes("Press Preview")]).toEqual([200, false, true]);
  });

  it("39: on the same page, in both schemes and at both widths, in frames that can do nothing", async () => {
    const answer = await console.post(PATH, { act: "preview-looks", ...filledIn });
    const html = await answer.text();
    for (const page of ["sign-in", "consent", "account", "mail"])
      for (const scheme of ["light", "dark"]) {
        const [frame = ""] = new RegExp(`<iframe id="preview-of-${page}-in-${scheme}"[^>]*>`).exec(html) ?? [];
        expect(frame).toContain(
          `src="https://auth.example/looks/preview?draft=x&amp;page=${page}&amp;scheme=${scheme}"`,
        );
        expect(frame).toContain('sandbox="allow-same-origin" loading="lazy"');
      }
    for (const page of ["sign-in", "consent", "account", "mail"]) expect(html).toContain(`value="${page}"`);
    for (const value of ["light", "dark", "desktop", "phone"]) expect(html).toContain(`value="${value}"`);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("; frame-src https://auth.example; connect-src 'self'");
    expect((await console.get("/")).headers.get("content-security-policy")).not.toContain("frame-src");
  });

  it("4.5: each color says its contrast, with what was filled in, also where it is refused", async () => {
    const said = (html: string) =>
      [
        ...html.matchAll(
          /id="save-looks-(\w+)-contrast"><span class="badge (\w+)">([^<]+)<\/span> <span class="soft">([^<]+)/g,
        ),
      ].map(([, ...parts]) => parts.join(" "));
    const filled = { ...filledIn, accent_dark: "#000000", page_light: "no color" };
    expect(said(await (await console.post(PATH, { act: "preview-looks", ...filled })).text())).toEqual([
      "accent_light good 6.11:1, AA on the page background",
      "accent_dark bad 1.09:1, too low on the page background",
      "page_dark good 10.49:1, AAA with soft text",
    ]);
    const html = await (await console.get(PATH)).text();
    expect(html).toMatch(/id="save-looks-accent_dark"[^>]* aria-describedby="[^"]*save-looks-accent_dark-contrast"/);
  });

  it("an empty field removes a setting, and a language that is not there any more", async () => {
    const { status, headers } = await console.post(PATH, { act: "save-looks", ...filledIn });
    expect([status, headers.get("location")]).toEqual([303, `${PATH}?done=looks_saved`]);
    expect(changes()[0]?.input).toEqual({
      ifMatch: '"v7"',
      body: {
        service_name: "Harbour & Sons",
        accent_light: "#0b6b3a",
        accent_dark: null,
        page_light: null,
        page_dark: null,
        corner: 4,
        layout: "split",
        font: "system",
        privacy_url: "https://harbour.example/privacy",
        terms_url: null,
        support_url: null,
        sign_in_text: { en: null, de: "Willkommen", fr: "Bienvenue : entrez" },
        footer_text: {},
      },
    });
  });

  it("what the API refuses is said, and nothing that was filled in is lost", async () => {
    await console.close();
    const refused = problem(400, undefined, "a contrast of 1.00");
    const answers = { ...answersWith("held"), changeSettings: refused };
    console = await startConsole({ scopes: ["settings:read", "settings:write"], answers });
    const page = await console.post(PATH, { act: "save-looks", ...filledIn });
    const html = await page.text();
    expect(page.status).toBe(400);
    expect(html).toContain("a contrast of 1.00");
    expect(html).toContain('value="#0b6b3a"');
  });
});

describe("th.1: the logo is a file", () => {
  it.each([
    ["where there is none, it is added", null, "Add logo", false],
    ["where there is one, it is replaced", { width: 1, height: 1, media_type: "image/png" }, "Replace logo", true],
  ])("%s", async (_, logo, button, isShown) => {
    await console.close();
    const readSettings = { ...(answersWith("held").readSettings as object), logo };
    const scopes = ["settings:read", "settings:write"];
    console = await startConsole({ scopes, answers: { ...answersWith("held"), readSettings } });
    const html = await (await console.get(PATH)).text();
    expect(html).toMatch(new RegExp(`id="save-logo"[^>]*><svg.*</svg>${button}<`));
    expect(html.includes("<dt>Current logo</dt>")).toBe(isShown);
  });

  const send = async (file: Uint8Array) => {
    const page = await (await console.get(PATH)).text();
    const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(page.slice(page.indexOf('id="logo"'))) ?? [];
    const form = new FormData();
    for (const [name, value] of Object.entries({ csrf, act: "save-logo", etag: '"v7"' })) form.append(name, value);
    form.append("logo", new Blob([Uint8Array.from(file)], { type: "image/png" }), "logo.png");
    return fetch(`${console.origin}${PATH}`, {
      method: "POST",
      headers: console.signedIn(),
      body: form,
      redirect: "manual",
    });
  };

  it("that is sent as it is", async () => {
    expect((await send(Uint8Array.of(1, 2, 3))).status).toBe(303);
    expect(changes()).toEqual([{ operation: "replaceLogo", input: { body: { image: "AQID" }, ifMatch: '"v7"' } }]);
  });

  it("without a file nothing is sent, and the page says so", async () => {
    const page = await send(new Uint8Array());
    expect([page.status, changes()]).toEqual([400, []]);
    expect(await page.text()).toContain("Choose a file first.");
  });

  it("a file that is too large is refused", async () => {
    expect((await send(new Uint8Array(200_000))).status).toBe(400);
    expect(changes()).toEqual([]);
  });

  it("a body that is no form is refused", async () => {
    const { status } = await fetch(`${console.origin}${PATH}`, {
      method: "POST",
      headers: { ...console.signedIn(), "content-type": "multipart/form-data; boundary=x" },
      body: "--x\r\nnonsense",
    });
    expect([status, changes()]).toEqual([400, []]);
  });
});
