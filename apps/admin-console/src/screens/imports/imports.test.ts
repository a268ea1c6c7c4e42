import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../testing/console.ts";
import { slicesOf } from "./slices.ts";

let console: TestConsole;
afterEach(() => console?.close());

const ID = "00000000-0000-4000-8000-000000000001";
const scopes = ["people:read", "people:write"];
const answers = answersWith("shop");

/** Sends the form of the page with a file. */
async function upload(file: string | Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}) {
  const { cookie } = console.signedIn();
  const html = await (await console.get("/imports")).text();
  const form = /<form[^>]*enctype="multipart\/form-data">(.*?)<\/form>/s.exec(html)?.[1] ?? "";
  const body = new FormData();
  for (const [, name = "", value = ""] of form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    body.set(name, value);
  for (const [name, value] of Object.entries({ act: "upload", source: "shop", ...fields })) body.set(name, value);
  body.set("file", new Blob([file]), "people.jsonl");
  return fetch(`${console.origin}/imports`, { method: "POST", redirect: "manual", headers: { cookie }, body });
}

const operations = () =>
  console.sent.map(({ operation }) => operation).filter((one) => !["listImports", "listInvitations"].includes(one));
const sentLines = () =>
  console.sent.flatMap(({ operation, input }) => (operation === "sendImportLines" ? [input.body] : []));

describe("co.1: the screen of imports", () => {
  it("uploads a file of 10,000 people without a script, and has it checked", async () => {
    console = await startConsole({ scopes, answers });
    const line = (n: number) => JSON.stringify({ external_id: `${n}`, username: `person${n}@example.org`, claims: {} });
    const file = `${Array.from({ length: 10_000 }, (_, n) => line(n)).join("\n")}\n`;
    const answer = await upload(file, { options: "trust_verified" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/imports/${ID}`]);
    expect(console.sent.find(({ operation }) => operation === "addImport")?.input).toMatchObject({
      body: { source: "shop", trust_verified: true, allow_weak_hashes: false },
      idempotencyKey: expect.any(String),
    });
    expect(
      sentLines()
        .map(({ text }) => text)
        .join(""),
    ).toBe(file);
    expect(operations().at(-1)).toBe("startImport");
    expect(console.sent.at(-1)?.input.body).toEqual({ check: true });
  });

  it("cancels what it began if the API refuses lines, and shows why", async () => {
    console = await startConsole({ scopes, answers: { ...answers, sendImportLines: problem(409) } });
    const answer = await upload("{}\n");
    expect([answer.status, operations()]).toEqual([409, ["addImport", "sendImportLines", "cancelImport"]]);
    expect(await answer.text()).toContain('value="shop"');
  });

  it("says at the field of the file that it is not UTF-8, before it begins anything", async () => {
    console = await startConsole({ scopes, answers });
    const answer = await upload(new Uint8Array([0x7b, 0xe9, 0x7d]));
    const html = await answer.text();
    expect([answer.status, operations()]).toEqual([400, []]);
    expect(html).toMatch(/id="upload-file-wrong"[^>]*>\s*<span>The file is not UTF-8 text\./);
    expect(html).toContain('value="shop"');
  });

  it.each([
    ["that is not text", new Uint8Array([0xff, 0xfe]), 400],
    ["of more than 16 MB", new Uint8Array(16 * 1024 * 1024 + 10_000), 400],
  ])("refuses a file %s", async (_, file, status) => {
    console = await startConsole({ scopes, answers });
    const answer = await upload(file).catch(() => undefined); // the connection may end before the file does
    if (answer !== undefined) expect(answer.status).toBe(status);
    expect(operations()).not.toContain("startImport");
  });

  it("cons-02: not with a token of another page, and not from people who may not write", async () => {
    console = await startConsole({ scopes, answers });
    expect((await upload("{}", { csrf: "x".repeat(43) })).status).toBe(403);
    await console.close();
    console = await startConsole({ scopes: ["people:read"], answers });
    expect((await upload("{}")).status).toBe(403);
    expect(operations()).toEqual([]);
  });
});

describe("co.1: the page of one import", () => {
  const shownIn = async (state: string) => {
    console = await startConsole({ scopes, answers: { ...answers, readImport: { ...answers.readImport, state } } });
    return (await console.get(`/imports/${ID}`)).text();
  };

  it.each([
    ["checking", true, ["cancel"]],
    ["checked", false, ["start", "cancel"]],
    ["running", true, ["cancel"]],
    ["done", false, []],
    ["failed", false, []],
  ])("%s: renews itself: %s, buttons: %j", async (state, renews, buttons) => {
    const html = await shownIn(state);
    expect(html.includes('http-equiv="refresh"')).toBe(renews);
    const acts = [...html.matchAll(/name="act" id="(\w+)"/g)].map(([, act]) => act);
    expect(acts).toEqual(buttons);
  });

  it("starts the import, and cancels it", async () => {
    console = await startConsole({ scopes, answers });
    expect((await console.post(`/imports/${ID}`, { act: "start" })).headers.get("location")).toBe(`/imports/${ID}`);
    expect(console.sent.at(-1)).toMatchObject({ operation: "startImport", input: { body: { check: false } } });
    await console.post(`/imports/${ID}`, { act: "cancel" });
    expect(console.sent.at(-1)).toMatchObject({ operation: "cancelImport", input: { path: { id: ID } } });
  });
});

describe("the slices of a file", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("have whole lines and the number of the first one, blank lines too", () => {
    const lines = Array.from({ length: 5000 }, (_, n) => (n % 7 === 0 ? "" : "x".repeat(100)));
    const slices = slicesOf(bytes(lines.join("\n")));
    expect(slices.length).toBeGreaterThan(1);
    let next = 1;
    for (const { first, text } of slices) {
      expect([first, text.length <= 200_000]).toEqual([next, true]);
      next += text.split("\n").length - 1;
    }
    expect(slices.map(({ text }) => text).join("")).toBe(`${lines.join("\n")}\n`);
  });

  it("a line that is longer than any may be is cut", () => {
    expect(slicesOf(bytes("x".repeat(300_000))).map(({ text }) => text.length)).toEqual([100_001]);
  });

  it("none of an empty file", () => expect(slicesOf(bytes(""))).toEqual([]));
});
