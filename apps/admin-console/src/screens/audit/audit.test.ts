import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EVENT_TYPES } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const ALL = ["audit:read", "people:read", "clients:read"];
const start = async (more: Partial<Parameters<typeof startConsole>[0]> = {}, answers = {}) => {
  console = await startConsole({ scopes: ALL, answers: { ...answersWith("alice"), ...answers }, ...more });
};
const asked = (operation = "listAuditEvents") => console.sent.findLast((one) => one.operation === operation)?.input;

describe("ad.15: the audit log in the console", () => {
  it("says in words what happened, and names people and clients", async () => {
    await start();
    const html = await (await console.get("/audit")).text();
    expect(html).toContain("Signed in");
    expect(html).toContain(`<a href="/people/${ID}"><bdi>alice</bdi></a>`);
    expect(html).toContain('<a href="/clients/alice"><bdi>alice</bdi></a>');
    expect(asked("listPeople")).toEqual({ query: { ids: ID, limit: 100 } });
  });

  it("C28: each event has a panel with all of it: words where there are some, and JSON that is copied", async () => {
    await start();
    const html = await (await console.get("/audit")).text();
    const [panel = ""] = /<details class="menu drawer"[\s\S]*?<\/details>/.exec(html) ?? [];
    const text = panel.replace(/\s*<[^>]+>\s*/g, "|");
    expect(panel).toContain('aria-label="Details: Signed in, 1 Jan 2030, 10:00 UTC"');
    expect(text).toContain("|Reason|||alice|");
    expect(panel).toContain('<dt><span lang="en">text</span></dt>');
    const [known] = answersWith("alice").listAuditEvents.items;
    const [, id = ""] = /data-copies="(audit-table-0-6-code)"/.exec(panel) ?? [];
    const [, json = ""] = new RegExp(`<code id="${id}">([^<]*)</code>`).exec(panel) ?? [];
    expect(JSON.parse(json.replaceAll("&quot;", '"'))).toEqual(known);
  });

  it.each([
    ["upon themselves", ID],
    ["upon another one", "00000000-0000-4000-8000-000000000002"],
  ])("C28: it names who acted, %s, and whom it is about", async (_, actor_id) => {
    const [known] = answersWith("alice").listAuditEvents.items as readonly Record<string, unknown>[];
    await start(undefined, { listAuditEvents: { items: [{ ...known, actor: "administrator", actor_id }] } });
    const html = await (await console.get("/audit")).text();
    const [panel = ""] = /<details class="menu drawer"[\s\S]*?<\/details>/.exec(html) ?? [];
    const facts = [...panel.matchAll(/<dt>(By|User)<\/dt><dd>([\s\S]*?)<\/dd>/g)];
    expect(facts.map(([, label]) => label)).toEqual(["By", "User"]);
    expect(facts[0]?.[2]).toContain(actor_id === ID ? `href="/people/${ID}"` : actor_id);
  });

  it("C28: the events of one request are a link, and a filter", async () => {
    await start();
    expect(await (await console.get("/audit")).text()).toContain('href="/audit?reference=alice"');
    const html = await (await console.get("/audit?reference=alice")).text();
    expect(asked()).toEqual({ query: { reference: "alice", limit: 20, with_total: "yes" } });
    expect(html).toContain('name="reference"');
  });

  it("an auditor, who reads nothing else, sees ids", async () => {
    await start({ scopes: ["audit:read"] });
    const html = await (await console.get("/audit?user_id=alice")).text();
    expect(html).toContain(`<code>${ID}</code>`);
    expect(console.sent.map(({ operation }) => operation)).toEqual(["listAuditEvents"]);
  });

  it("each filter goes to the API; a username stands for its person", async () => {
    await start(undefined, { listClients: { items: [] } });
    const query = "type=sign_in&user_id=alice&actor_id=alice&client_id=app&since=2030-01-02&until=2030-01-03";
    await console.get(`/audit?${query}&actor=administrator`);
    expect(asked()).toEqual({
      query: {
        ...{ type: "sign_in", user_id: ID, actor_id: ID, client_id: "app", limit: 20, with_total: "yes" },
        actor: "administrator",
        ...{ since: "2030-01-02T00:00:00.000Z", until: "2030-01-04T00:00:00.000Z" },
      },
    });
  });

  it("a filter that the API would refuse is not sent, and an unknown person has no events", async () => {
    await start(undefined, { listPeople: { items: [] } });
    await console.get("/audit?type=nothing&since=yesterday&user_id=unknown&actor_id=program&actor=nobody");
    const unknown = "00000000-0000-0000-0000-000000000000";
    expect(asked()).toEqual({ query: { user_id: unknown, actor_id: "program", limit: 20, with_total: "yes" } });
  });

  it.each([
    ["access", "role_assigned", "sign_in"],
    ["sign_ins", "sign_in", "role_assigned"],
    ["failed", "sign_in_limited", "sign_in"],
    ["failed_sign_ins", "second_factor_failed", "code_replayed"],
  ])("a choice may stand for several types: %s", async (choice, one, other) => {
    await start();
    const html = await (await console.get(`/audit?type=${choice}`)).text();
    const types = asked().query.types.split(",");
    expect([types.includes(one), types.includes(other)]).toEqual([true, false]);
    expect(html).toContain(`<input type="hidden" name="type" value="${choice}">`);
  });

  it("types of events are in groups, after what stands for several, and kinds of actors are chosen", async () => {
    await start();
    const html = await (await console.get("/audit")).text();
    const [, options = ""] = /<select id="type"[^>]*>([\s\S]*?)<\/select>/.exec(html) ?? [];
    expect(options.indexOf('value="failed"')).toBeLessThan(options.indexOf('<optgroup label="Users">'));
    expect(options).toContain('<option value="sign_in">Signed in</option>');
    const [, actors = ""] = /<select id="actor"[^>]*>([\s\S]*?)<\/select>/.exec(html) ?? [];
    expect(actors).toContain('<option value="schedule">The service</option>');
  });

  it("C27: who types a part of a name chooses from those who match, and a file of them has no event", async () => {
    const person = (username: string, end: string) => ({ ...{ id: ID.replace(/1$/, end), username }, name: null });
    await start(undefined, { listPeople: { items: [person("rob", "1"), person("bobby", "2")] } });
    const html = await (await console.get("/audit?user_id=ob&type=sign_in")).text();
    expect(html).toContain("Users who match");
    expect(html).toContain('href="/audit?type=sign_in&amp;user_id=rob"');
    expect(asked()).toBeUndefined();
    let sent: Request | undefined;
    await console.close();
    const file = (request: Request) => {
      sent = request;
      return new Response("");
    };
    await start({ file }, { listPeople: { items: [person("rob", "1"), person("bobby", "2")] } });
    await console.get("/audit/export?format=csv&user_id=ob");
    expect(new URL(sent?.url ?? "").searchParams.get("user_id")).toBe("00000000-0000-0000-0000-000000000000");
  });

  it.each(["operator", "administrator", "client", "directory", "user", "schedule"])(
    "names an actor: %s",
    async (actor) => {
      const [known] = answersWith("alice").listAuditEvents.items as readonly Record<string, unknown>[];
      for (const actor_id of [null, ID]) {
        await start(undefined, { listAuditEvents: { items: [{ ...known, actor, actor_id }] } });
        expect((await console.get("/audit")).status).toBe(200);
        if (actor_id === null) await console.close();
      }
    },
  );

  it("an event that has no words yet is shown by its type", async () => {
    const [known] = answersWith("alice").listAuditEvents.items as readonly Record<string, unknown>[];
    const event = { ...known, type: "type_of_tomorrow" };
    await start(undefined, { listAuditEvents: { items: [event] } });
    expect(await (await console.get("/audit")).text()).toContain("type_of_tomorrow");
  });

  it("a client that was deleted is shown by its id", async () => {
    await start(undefined, { readClient: problem(404) });
    expect(await (await console.get("/audit")).text()).toContain("<code>alice</code>");
  });
});

describe("ad.15: the audit log as a file", () => {
  it("is passed on as the API sends it, with the filter of the page", async () => {
    let sent: Request | undefined;
    const file = (request: Request) => {
      sent = request;
      return new Response("a\r\nb\r\n", { headers: { "content-type": "text/csv; charset=utf-8" } });
    };
    await start({ file });
    const html = await (await console.get("/audit?type=sign_in&cursor=x")).text();
    const [, href = ""] = /href="(\/audit\/export\?format=csv[^"]*)"/.exec(html) ?? [];
    const answer = await console.get(href.replaceAll("&amp;", "&"));
    expect(await answer.text()).toBe("a\r\nb\r\n");
    expect(sent?.url).toBe("https://admin.example/audit/export?type=sign_in&format=csv");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("needs the scope, and a session", async () => {
    await start({ scopes: ["people:read"] });
    expect((await console.get("/audit/export?format=csv")).status).toBe(403);
    expect((await console.get("/audit/export?format=csv", {})).headers.get("location")).toContain("auth.example");
  });

  it("what the API refuses is a page", async () => {
    await start({ file: () => Response.json({ title: "No" }, { status: 500 }) });
    expect((await console.get("/audit/export?format=jsonl")).status).toBeGreaterThanOrEqual(500);
  });
});

describe("every type of event has its words", () => {
  const folder = join(import.meta.dirname, "..", "..", "views", "messages");
  const textsIn = (area: string, name: string) => JSON.parse(readFileSync(join(folder, area, name), "utf8"));

  it.each(readdirSync(join(folder, "events")))("%s", async (name) => {
    await start();
    const texts = Object.assign({}, ...readdirSync(folder).map((area) => textsIn(area, name)));
    expect(EVENT_TYPES.filter((type) => texts[`event.${type}`] === undefined)).toEqual([]);
  });
});
