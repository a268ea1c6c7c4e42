import { EVENT_TYPES } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole, unbroken } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const scopes = ["settings:read", "settings:write"];
const start = async (changes: object = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...changes } });
};
const page = (path: string) => unbroken(console.get(path));
const sentBy = (operation: string) => console.sent.find((one) => one.operation === operation)?.input;

describe("40: a webhook in the console", () => {
  const webhook = (answersWith("x") as Readonly<Record<string, object>>).readWebhook;

  it("every event has one check box, in one of five groups; a group with a chosen one is open", async () => {
    await start({ readWebhook: { ...webhook, event_types: ["user_added"] } });
    const html = await page(`/settings/webhooks/${ID}?tab=settings`);
    const boxes = [...html.matchAll(/type="checkbox" name="event_types" value="([^"]*)"( checked)?/g)];
    expect(boxes.map(([, value]) => value).toSorted()).toEqual([...EVENT_TYPES].toSorted());
    expect(boxes.flatMap(([, value, checked]) => (checked ? [value] : []))).toEqual(["user_added"]);
    expect(html.match(/<details class="choices">/g)).toHaveLength(4);
    expect(html).toMatch(/<details class="choices" open><summary>Users</);
  });

  it("the events that can be tested are those that it is sent, then the others, each once", async () => {
    await start({ readWebhook: { ...webhook, event_types: ["user_added"] } });
    const [, select = ""] =
      /<select[^>]* name="type"[^>]*>([\s\S]*?)<\/select>/.exec(await page(`/settings/webhooks/${ID}?tab=try`)) ?? [];
    const values = [...select.matchAll(/<option value="([^"]*)"( selected)?/g)];
    expect(values[0]?.[1]).toBe("user_added");
    expect(values.map(([, value]) => value).toSorted()).toEqual([...EVENT_TYPES].toSorted());
    expect(values.flatMap(([, value, selected]) => (selected ? [value] : []))).toEqual(["webhook_tested"]);
    expect([...select.matchAll(/<optgroup label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
      "Events this webhook receives",
      "Users",
      "Sign-ins",
      "Applications and APIs",
      "Organizations, groups and roles",
      "Administration",
    ]);
  });

  it("a webhook is disabled where it is said what it misses, after a question", async () => {
    await start();
    const path = `/settings/webhooks/${ID}?tab=settings`;
    expect(await page(path)).toMatch(/id="danger"[\s\S]*those that happen meanwhile are not\.[\s\S]*id="disable"/);
    const question = await (await console.post(path, { act: "disable", etag: '"v1"' })).text();
    expect(question).toContain("those that happen meanwhile are not.");
    expect(console.sent.some(({ operation }) => operation === "changeWebhook")).toBe(false);
  });

  it("a webhook that is disabled is sent no test", async () => {
    await start({ readWebhook: { ...webhook, enabled: false } });
    for (const tab of ["", "?tab=try"]) {
      expect(await page(`/settings/webhooks/${ID}${tab}`)).not.toMatch(/id="test"|>Try it</);
    }
  });

  it("4.5: its parts are the deliveries, the settings and a test; a change leads back to the settings", async () => {
    await start();
    const path = `/settings/webhooks/${ID}`;
    const tabs = /<nav class="tabs"[\s\S]*?<\/nav>/.exec(await page(path))?.[0] ?? "";
    expect([...tabs.matchAll(/>([^<>]+)<\/a>/g)].map(([, label]) => label)).toEqual([
      "Deliveries",
      "Settings",
      "Try it",
    ]);
    expect(await page(path)).not.toMatch(/id="save"|id="test"/);
    const saved = await console.post(`${path}?tab=settings`, { act: "save", etag: '"v1"', name: "x", url: "x" });
    expect(saved.headers.get("location")).toBe(`${path}?tab=settings&done=saved`);
  });

  it("a test shows the request and the answer, to be copied", async () => {
    await start();
    const path = `/settings/webhooks/${ID}`;
    const html = await (await console.post(path, { act: "test", type: "user_added" })).text();
    expect(sentBy("testWebhook")).toMatchObject({ body: { type: "user_added" } });
    expect(html).toMatch(/<code id="request-code">content-type: x\nwebhook-signature: x</);
    expect(html).toContain('<code id="body-code">x<');
    expect(html).toContain('<code id="answer-code">500\n1234 ms<');
    for (const id of ["request", "body", "answer"]) expect(html).toContain(`data-copies="${id}-code"`);
  });

  it("a test that was sent before leads to its event, which says how it went", async () => {
    const { request: _, ...again } = answersWith("x").testWebhook;
    await start({ testWebhook: again });
    const path = `/settings/webhooks/${ID}`;
    const { headers } = await console.post(path, { act: "test" });
    expect(headers.get("location")).toBe(`${path}/deliveries/${ID}?done=webhook_tested`);
    expect(await page(`${path}/deliveries/${ID}`)).toMatch(/Given up[\s\S]*<dd>\s*<bdi>500<[\s\S]*1,234 ms\s*</);
  });

  it.each([
    ["no_response", "No response"],
    ["not_kept", "The event is no longer kept"],
    [null, "a sentence of tomorrow"],
    ["code_of_tomorrow", "code_of_tomorrow"],
  ])("an attempt without an answer says why: %s", async (code, shown) => {
    const { items } = answersWith("x").listWebhookDeliveries;
    const failed = { last_status: null, failure: "a sentence of tomorrow", failure_code: code };
    const waiting = { ...(items[0] as object), ...failed, state: "waiting" };
    await start({ readWebhookDelivery: waiting, testWebhook: { ...answersWith("x").testWebhook, ...failed } });
    const tried = await (await console.post(`/settings/webhooks/${ID}`, { act: "test" })).text();
    expect(tried.slice(tried.indexOf('id="answer"'))).toContain(shown);
    const html = await page(`/settings/webhooks/${ID}/deliveries/${ID}`);
    expect(html).toContain(shown);
    expect(html).toContain('id="refresh"');
  });

  it.each([
    ["user_added", "<h1>Account created"],
    ["not_known_here", "<h1>not_known_here"],
  ])("the page of a delivery has the name of its event: %s", async (type, expected) => {
    const { readWebhookDelivery } = answersWith("x") as Readonly<Record<string, object>>;
    await start({ readWebhookDelivery: { ...readWebhookDelivery, type } });
    expect(await page(`/settings/webhooks/${ID}/deliveries/${ID}`)).toContain(expected);
  });

  it("what stays as it is is called as on other pages, and what the head says is not said again", async () => {
    await start();
    const html = await page(`/settings/webhooks/${ID}?tab=settings`);
    expect(html).toContain('<h2 id="facts-title">Details<');
    expect(html).not.toContain("<dt>Created</dt>");
    expect(await page(`/settings/blocked-addresses/${ID}?tab=settings`)).not.toContain("<dt>Created</dt>");
  });
});
