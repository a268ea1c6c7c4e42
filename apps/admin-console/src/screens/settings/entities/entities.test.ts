import { ENTITIES } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";
import type { Entity } from "./entity.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const scopes = ["settings:read", "settings:write"];
const start = async (changes: object = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...changes } });
};
const page = async (path: string) => (await console.get(path)).text();
const sentBy = (operation: string) => console.sent.find((one) => one.operation === operation)?.input;

const EVERY: readonly Entity[] = Object.values(ENTITIES);
const pathOf = ({ many }: Entity) => `/settings/${many.replaceAll("_", "-")}`;
const rows = EVERY.map((entity) => [entity.many, entity] as const);

describe("decision 188: the screens of an entity follow from its fields", () => {
  it.each(rows)("%s: the list has its columns, and leads to one", async (_, entity) => {
    await start();
    const html = await page(pathOf(entity));
    expect(html.match(/<th\b/g)).toHaveLength(entity.listed.length);
    expect(html).toContain(`href="${pathOf(entity)}/${ID}"`);
  });

  it.each(rows)(
    "%s: the form of a new one asks for what is written and fixed, the other for what is written",
    async (_, entity) => {
      await start();
      const [added, changed] = [await page(`${pathOf(entity)}/new`), await page(`${pathOf(entity)}/${ID}`)];
      for (const { name, as } of entity.fields) {
        expect([name, added.includes(` name="${name}"`)]).toEqual([name, as === "written" || as === "fixed"]);
        expect([name, changed.includes(` name="${name}"`)]).toEqual([name, as === "written"]);
      }
    },
  );

  it.each(rows)("%s: one that a configuration declares has its lock and no form", async (_, entity) => {
    await start();
    const { one } = entity;
    const read = `read_${one}`.replace(/_([a-z])/g, (__, letter: string) => letter.toUpperCase());
    const plain = (answersWith("x") as Readonly<Record<string, object>>)[read];
    await console.close();
    await start({ [read]: { ...plain, managed_by: "shop.yaml" } });
    if (!entity.fields.some(({ name }) => name === "managed_by")) return;
    const html = await page(`${pathOf(entity)}/${ID}`);
    expect(html).toMatch(/class="(?:warning )?lock"[\s\S]*shop\.yaml/);
    for (const act of ["save", "remove"]) expect(html).not.toContain(`name="act" value="${act}"`);
  });
});

describe("what a form of an entity says", () => {
  const blocked = {
    id: ID,
    address: "a.example",
    subdomains: false,
    reason: "",
    expires_at: "2030-02-01T00:00:00.000Z",
  };
  const held = { ...blocked, created_at: "2030-01-01T00:00:00.000Z", managed_by: null };
  const path = `/settings/blocked-addresses/${ID}`;
  const before = { "before.expires_at": held.expires_at };

  it("is each value in its form: text, switch, and a day until its end", async () => {
    await start();
    const fields = { act: "add", address: " a.example ", subdomains: "yes", reason: "r", expires_at: "2030-02-01" };
    const answer = await console.post("/settings/blocked-addresses/new", fields);
    expect(answer.headers.get("location")).toBe(`${path}?done=blocked_address_added`);
    const body = { address: "a.example", subdomains: true, reason: "r", expires_at: "2030-02-02T00:00:00.000Z" };
    expect(sentBy("addBlockedAddress")).toMatchObject({ body, idempotencyKey: expect.any(String) });
  });

  it("shows the last day of a time, and its time goes along", async () => {
    await start({ readBlockedAddress: held });
    const html = await page(path);
    expect(html).toMatch(/name="expires_at" type="date" value="2030-01-31"/);
    expect(html).toContain(`name="before.expires_at" value="${held.expires_at}"`);
  });

  it.each([
    ["the day that was there", "2030-01-31", held.expires_at],
    ["another day", "2030-01-30", "2030-01-31T00:00:00.000Z"],
    ["no day", "", null],
    ["what is no day, which the API refuses", "soon", "soon"],
  ])("%s", async (_, day, sent) => {
    await start({ readBlockedAddress: held });
    await console.post(path, { act: "save", etag: '"v1"', reason: "", expires_at: day, ...before });
    const body = { subdomains: false, reason: "", expires_at: sent };
    expect(sentBy("changeBlockedAddress")).toEqual({ path: { id: ID }, body, ifMatch: '"v1"' });
  });

  it("leaves out the fields that it does not have, and sends a number as one", async () => {
    await start();
    await console.post("/settings/hooks/new", {
      act: "add",
      name: "h",
      kind: "sign-in",
      url: "u",
      on_error: "deny",
      timeout_ms: "99",
    });
    const body = { name: "h", kind: "sign-in", url: "u", on_error: "deny", timeout_ms: 99 };
    expect(sentBy("addHook").body).toEqual(body);
  });

  it("has lines as a list", async () => {
    await start();
    const fields = { act: "save", etag: "*", name: "w", url: "u", event_types: "sign_in\r\n consent \r\n" };
    await console.post(`/settings/webhooks/${ID}`, fields);
    expect(sentBy("changeWebhook").body).toEqual({
      ...{ name: "w", url: "u", event_types: ["sign_in", "consent"], personal_data: false },
    });
  });
});

describe("what is not a field", () => {
  it("a hook that is not asked for claims has no fields of claims, and two ways without an answer", async () => {
    const hook = { ...(answersWith("x") as Readonly<Record<string, object>>).readHook, kind: "sign-in" };
    await start({ readHook: hook });
    const html = await page(`/settings/hooks/${ID}`);
    for (const name of ["claims", "scopes", "clients", "cache_seconds"]) expect(html).not.toContain(` name="${name}"`);
    expect([...html.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual(
      expect.arrayContaining(["allow", "deny"]),
    );
    expect(html).not.toContain('<option value="omit"');
  });

  it("a new secret is shown once, beside what became of events", async () => {
    await start();
    const html = await (await console.post(`/settings/webhooks/${ID}`, { act: "rotate-secret" })).text();
    expect(html).toContain("s3cr3t");
    expect(html).toContain('id="deliveries-table"');
    expect(await page(`/settings/webhooks/${ID}`)).not.toContain("s3cr3t");
  });
});
