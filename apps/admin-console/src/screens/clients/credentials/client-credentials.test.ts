import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const CLIENT = "/clients/00000000-0000-4000-8000-000000000001";
const PAGE = `${CLIENT}?tab=credentials`;
const start = async (answers: object = {}, scopes = ["clients:read", "clients:write"]) => {
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...answers } });
};
const sectionOf = (html: string, id: string) =>
  new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? "";
const sent = () => console.sent.filter(({ operation }) => /Secret$/.test(operation));

describe("decision 208: the secrets of an application", () => {
  it("are shown with their last use and their end, and the previous one can be ended", async () => {
    await start();
    const html = sectionOf(await (await console.get(PAGE)).text(), "secrets");
    expect(html).toContain(">Never<");
    expect(html.match(/<time /g)).toHaveLength(2);
    expect(html.match(/value="end-secret"/g)).toHaveLength(1);
  });

  it("who may only read sees them, and no act", async () => {
    await start({}, ["clients:read"]);
    const html = await (await console.get(PAGE)).text();
    expect(sectionOf(html, "secrets")).toContain("secrets-table");
    expect(html).not.toContain('name="act" value="end-secret"');
    expect(sectionOf(html, "rotation") + sectionOf(html, "replacement")).toBe("");
  });

  it("an application without a secret has no such part", async () => {
    const answers = answersWith("x");
    const readClient = { ...answers.readClient, included: { refusals: { items: [] }, secrets: { items: [] } } };
    await start({ readClient });
    expect(sectionOf(await (await console.get(PAGE)).text(), "rotation")).toBe("");
  });

  it.each([
    ["1", 3600],
    ["24", 86_400],
    ["168", 604_800],
    ["0", 86_400],
    ["1e9", 86_400],
    ["", 86_400],
  ])("a rotation for %j hours keeps the one before for %d seconds", async (hours, overlap) => {
    await start();
    await console.post(PAGE, { act: "rotate-secret", overlap: hours });
    expect(sent().map(({ input }) => input.body)).toEqual([{ overlap }]);
  });

  it("a new secret stays on the page when it is loaded again, and the page says so", async () => {
    await start();
    const done = await console.post(PAGE, { act: "rotate-secret", overlap: "24" });
    const to = done.headers.get("location") ?? "";
    for (const _ of [1, 2]) {
      const html = await (await console.get(to)).text();
      expect(html).toContain("s3cr3t");
      expect(html).toContain("even if you reload");
      expect(html).toContain("The previous one keeps working for now.");
    }
    await console.get("/clients");
    expect(await (await console.get(to)).text()).not.toContain("s3cr3t");
  });

  it.each([
    ["replace-secret", "rotateClientSecret", { overlap: 0 }],
    ["end-secret", "endPreviousClientSecret", undefined],
  ])("%s is done after a page that says what ends", async (act, operation, body) => {
    await start();
    expect(await (await console.post(PAGE, { act })).text()).toContain('id="confirmation"');
    expect(sent()).toEqual([]);
    expect((await console.post(PAGE, { act, confirmed: "yes" })).status).toBe(303);
    expect(sent().map((one) => [one.operation, one.input.body])).toEqual([[operation, body]]);
  });

  it("says that the key of an HMAC was replaced at once", async () => {
    await start({ rotateClientSecret: { client_id: "x", client_secret: "s", previous_secret_expires_at: null } });
    const done = await console.post(PAGE, { act: "rotate-secret", overlap: "24" });
    expect(done.headers.get("location")).toContain("done=secret_replaced");
  });
});
