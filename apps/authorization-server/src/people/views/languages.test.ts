import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SAMPLES } from "./samples/all.ts";
import { unbroken } from "./times.ts";
import { openViews } from "./views.ts";

const FOLDER = join(import.meta.dirname, "messages");
const areas = readdirSync(FOLDER);
const read = (area: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(FOLDER, area, file), "utf8"));
const others = areas.flatMap((area) =>
  ["de.json", "es.json", "fr.json", "zh.json"].map((file) => ({ area, file, english: read(area, "en.json") })),
);

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const words = (text: string) => text.split(/\s/).length;
/** Whether a text says something, beside the values that stand in it. */
const isSaid = (text: string) => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ""));

const views = openViews({ overrides: undefined, basePath: "" });
const party = {
  name: "App",
  host: "a.example",
  logo: undefined,
  clientUri: undefined,
  policyUri: undefined,
  tosUri: undefined,
};
const form = { party, path: "/login", request: "r", csrf: "c" };
const values = [
  { claim: "birthdate", value: new Date("2030-03-01T23:00:00Z") },
  { claim: "nickname", value: "true" },
];
const scopes = [{ name: "profile", required: false, checked: true, values }];

describe("45: in Chinese", () => {
  const chinese = views.in(["zh"]);
  const INLINE = /<\/?(?:a|bdi|code|span|strong)\b[^>]*>/g;

  const pages = SAMPLES.filter(({ page }) => !["mailSubject", "mailText"].includes(page));

  it.each(pages.map(({ page, render }) => ({ page, render })))("$page: no space follows a wide colon", ({ render }) => {
    const text = render(chinese)
      .replaceAll(INLINE, "")
      .replaceAll(/<[^>]*>/g, "\n\n");
    expect(text).not.toMatch(/：(?: |\n(?!\n))+\p{L}/u);
  });
});

describe("architecture, pages: every text exists in every language", () => {
  it.each(areas)("%s: in English, German, French, Spanish and Chinese", (area) => {
    expect(readdirSync(join(FOLDER, area)).sort()).toEqual(["de.json", "en.json", "es.json", "fr.json", "zh.json"]);
  });

  it("each key is in one area", () => {
    const keys = areas.flatMap((area) => Object.keys(read(area, "en.json")));
    expect(keys).toEqual([...new Set(keys)]);
  });

  it.each(others)("$area/$file has the same texts as English", ({ area, file, english }) => {
    expect(Object.keys(read(area, file)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(others)("$area/$file has the same placeholders in each text", ({ area, file, english }) => {
    const found = Object.entries(read(area, file)).map(([key, text]) => [key, placeholders(text)]);
    expect(found).toEqual(found.map(([key]) => [key, placeholders(english[String(key)] ?? "")]));
  });

  it.each(others)("$area/$file has no text that is empty or an English sentence", ({ area, file, english }) => {
    const texts = Object.entries(read(area, file));
    const same = texts.filter(([key, text]) => text === english[key] && words(text) > 1 && isSaid(text));
    expect(same).toEqual([]);
    expect(texts.filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it.each([
    ["factors", "second_factor.problem.wrong_code"],
    ["factors", "factors.problem.wrong_code"],
    ["enrolment", "enrol.totp.problem.wrong_code"],
  ])("C13: a code of an app that is not right may be that of another time: %s, %s", (area, key) => {
    const clocks = { en: "the clock of your phone", de: "Uhr", es: /la hora|el reloj/, fr: "l’heure", zh: "手机时间" };
    for (const [language, clock] of Object.entries(clocks)) expect(read(area, `${language}.json`)[key]).toMatch(clock);
  });
});

describe("OIDC Core §3.1.2.1: pages are in the requested language", () => {
  it.each([
    ["en", "en", "Sign in to App"],
    ["de-AT", "de", "Bei App anmelden"],
    ["fr-CA", "fr", "Se connecter à App"],
    ["es-419", "es", "Iniciar sesión en App"],
    ["zh-CN", "zh-Hans", "登录 App"],
  ])("%s: the page has the lang attribute %s", (wanted, lang, title) => {
    const html = views.in([wanted]).login({ ...form, username: "", problem: undefined });
    expect(html).toContain(`<html lang="${lang}" dir="ltr">`);
    expect(html).toContain(`>${title}</h1>`);
  });

  it.each([[["se"]], [[]], [["*"]]])("English is the default for %j", (wanted) => {
    expect(views.in(wanted).signedOut({})).toContain('<html lang="en"');
  });

  it.each([
    ["en", "1 Mar 2030, UTC", "yes"],
    ["de", "1. März 2030, UTC", "ja"],
    ["fr", "1 mars 2030, UTC", "oui"],
    ["es", "1 mar 2030, UTC", "sí"],
    ["zh", "2030年3月1日 UTC", "是"],
  ])("%s: dates and answers are translated, and names of people are not", (wanted, day, yes) => {
    const claims = [{ name: "phone_number_verified", checked: true, value: true }];
    const html = views
      .in([wanted])
      .consent({ ...form, person: "Alice", scopes, claims, resources: [], details: [], isRemembered: true });
    const whole = unbroken(day);
    expect(html).toContain(`>${whole}</time> · true</span>`);
    expect(html).toContain(`<span class="value">${yes}</span>`);
  });
});

describe("architecture §2: a deployment can add languages", () => {
  const made: string[] = [];
  afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

  async function viewsWith(file: string, content: string) {
    const overrides = await mkdtemp(join(tmpdir(), "languages-"));
    made.push(overrides);
    await mkdir(join(overrides, "messages"));
    await writeFile(join(overrides, "messages", file), content);
    return openViews({ overrides, basePath: "" });
  }

  it("by a file named after its language tag; missing texts are English", async () => {
    const own = await viewsWith("pt-br.json", JSON.stringify({ "signed_out.title": "Você saiu" }));
    const html = own.in(["pt-BR"]).signedOut({});
    expect(own.locales).toEqual(["de", "en", "es", "fr", "pt-BR", "zh"]);
    expect(html).toContain('<html lang="pt-BR" dir="ltr">');
    expect(html).toContain("<h1>Você saiu</h1>");
    expect(html).toContain("You can close this page.");
  });

  it("also of languages that are written from right to left", async () => {
    const own = await viewsWith("ar.json", JSON.stringify({ direction: "rtl" }));
    expect(own.in(["ar-EG"]).signedOut({})).toContain('<html lang="ar" dir="rtl">');
  });

  it("and change single texts of ours", async () => {
    const own = await viewsWith("de.json", JSON.stringify({ "signed_out.title": "Tschüss" }));
    expect(own.in(["de"]).signedOut({})).toMatch(/Tschüss.*Sie können diese Seite schließen/s);
  });

  it.each([
    ["a name that is not a language tag", "de_DE.json", "{}", "no language tag names the message catalogue de_DE.json"],
    ["text that is not JSON", "pt.json", "{", ""],
    ["a value that is not text", "pt.json", '{"product":1}', "is no JSON object of texts"],
    ["a list", "pt.json", "[1]", "is no JSON object of texts"],
  ])("does not start with %s", async (_, file, content, problem) => {
    await expect(viewsWith(file, content)).rejects.toThrow(problem);
  });
});
