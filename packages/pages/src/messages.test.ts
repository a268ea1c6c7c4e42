import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readCatalogues } from "./messages.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-messages-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (area: string, file: string, texts: unknown) => {
  mkdirSync(join(folder, area), { recursive: true });
  writeFileSync(join(folder, area, file), JSON.stringify(texts));
};
const catalogues = (overrides?: string) => readCatalogues({ folder, overrides });

it("a text that a language lacks is the English one", () => {
  write("people", "en.json", { title: "People", lead: "Everybody, {name}" });
  write("people", "de.json", { title: "Personen" });
  const german = catalogues().get("de");
  expect(german?.text("title")).toBe("Personen");
  expect(german?.text("lead", { name: "alice" })).toBe("Everybody, alice");
  expect(german?.text("locale")).toBe("de");
});

it("an unknown key is an error, and has() knows it", () => {
  write("people", "en.json", { title: "People" });
  const english = catalogues().get("en");
  expect([english?.has("title"), english?.has("toString")]).toEqual([true, false]);
  expect(() => english?.text("toString")).toThrow('lacks "toString"');
});

it.each([
  ["a number", { title: 1 }],
  ["nothing", null],
])("a catalogue that is %s is refused: at once if it is of a deployment, else when it is shown", (_, texts) => {
  const refusal = "no JSON object of texts";
  write("people", "en.json", texts);
  expect(() => catalogues().get("en")?.text("title")).toThrow(refusal);
  expect(() => catalogues(join(folder, "none"))).toThrow(refusal);

  write("people", "en.json", { title: "People" });
  write("own/messages", "de.json", texts);
  expect(() => catalogues(join(folder, "own"))).toThrow(refusal);
});

it.each([
  ["ar", "rtl"],
  ["he", "rtl"],
  ["fa-AF", "rtl"],
  ["ur", "rtl"],
  ["az-Arab", "rtl"],
  ["az", "ltr"],
  ["sr-Cyrl", "ltr"],
  ["zh", "ltr"],
])("th.4: the direction of %s follows from its script: %s", (tag, direction) => {
  write("people", "en.json", { title: "People", direction: "ltr" });
  write("people", `${tag}.json`, { title: "x" });
  expect(catalogues().get(tag.toLowerCase())?.text("direction")).toBe(direction);
});

it("th.4: a catalogue can say another direction", () => {
  write("people", "en.json", { title: "People" });
  write("people", "ks.json", { direction: "ltr" });
  expect(catalogues().get("ks")?.text("direction")).toBe("ltr");
});

it("th.4: the language for tests is English in Arabic letters, with its placeholders", () => {
  write("people", "en.json", { title: "Hello {name}, it is {time}", product: "Countersign" });
  const pseudo = readCatalogues({ folder, overrides: undefined, hasPseudo: true }).get("ar-x-pseudo");
  expect(pseudo?.text("title", { name: "Ada", time: "noon" })).toBe("حهللو Ada, يت يس noon");
  expect([pseudo?.text("direction"), pseudo?.text("product")]).toEqual(["rtl", "Countersign"]);
  expect(catalogues().has("ar-x-pseudo")).toBe(false);
});

it("the other one is English with two fifths more, with its placeholders", () => {
  const texts = {
    title: "Sign in",
    lead: "Choose how to sign in to {client}, or create an account here.",
    locale: "en",
  };
  write("people", "en.json", texts);
  const long = readCatalogues({ folder, overrides: undefined, hasPseudo: true }).get("en-x-long");
  expect(long?.text("title")).toBe("[Šîğñ îñ lõ]");
  const lead = long?.text("lead", { client: "Acme" }) ?? "";
  expect(lead).toMatch(/^\[Çhööšé höw tö šîğñ îñ tö Acme, öŕ çŕéäté äñ äççöüñt héŕé\. lõñgér .*\]$/);
  expect((long?.texts.get("lead") ?? "").length / texts.lead.length).toBeGreaterThanOrEqual(1.4);
  expect([long?.text("direction"), long?.text("locale")]).toEqual(["ltr", "en-x-long"]);
  expect(catalogues().has("en-x-long")).toBe(false);
});
