import { ENTITIES, OPERATIONS } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole, unbroken } from "../../../testing/console.ts";
import type { Entity } from "./entity.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const scopes = ["settings", "clients", "roles"].flatMap((noun) => [`${noun}:read`, `${noun}:write`]);
const start = async (changes: object = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...changes } });
};
const page = (path: string) => unbroken(console.get(path));
const sentBy = (operation: string) => console.sent.find((one) => one.operation === operation)?.input;

const EVERY: readonly Entity[] = Object.values(ENTITIES);
/** Those that are elsewhere than their name says. */
const PATHS: Readonly<Record<string, string>> = { resource_servers: "/settings/apis", roles: "/roles" };
const pathOf = ({ many }: Entity) => PATHS[many] ?? `/settings/${many.replaceAll("_", "-")}`;
const isServer = ({ many }: Entity) => many === "resource_servers";
const sampleOf = (operation: string) => (answersWith("x") as Readonly<Record<string, object>>)[operation];
const operation = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as keyof typeof OPERATIONS;
const reading = ({ one }: Entity) => operation(`read_${one}`);
const rows = EVERY.map((entity) => [entity.many, entity] as const);

/** Fields of another kind than that of the sample, which is of programs. */
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  trusted_issuers: ["provider", "clients", "without_consent"],
};

/** Fields that are chosen on a page of their own. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = { hooks: ["clients"] };

describe("exchange policies name applications and APIs as people know them", () => {
  const policy = { ...(sampleOf("readExchangePolicy") as object), client_id: "shop", source: "https://a.example" };
  const answers = {
    listExchangePolicies: { items: [{ ...policy, target: "https://gone.example" }] },
    readExchangePolicy: { ...policy, target: "https://b.example" },
    readClient: { client_id: "shop", client_name: "The shop" },
    listResourceServers: {
      items: [
        { resource: "https://a.example", name: "Orders" },
        { resource: "https://b.example", name: "Stock" },
      ],
    },
  };
  const named = (name: string, identifier: string) =>
    new RegExp(`<bdi>${name}</bdi></a>\\s*<small class="second"><bdi>${identifier}</bdi>`);

  it("in the list, and on the page of one", async () => {
    await start(answers);
    const [list, one] = [await page("/settings/exchange-policies"), await page(`/settings/exchange-policies/${ID}`)];
    for (const html of [list, one]) {
      expect(html).toMatch(named("The shop", "shop"));
      expect(html).toMatch(named("Orders", "https://a.example"));
      expect(html).toContain(`href="/settings/apis/${encodeURIComponent("https://a.example")}"`);
    }
    expect(one).toMatch(named("Stock", "https://b.example"));
    // One that has no name any more is shown as it is.
    expect(list).toMatch(/<bdi>https:\/\/gone.example<\/bdi><\/a>(?!\s*<small)/);
  });

  it("a new one chooses from what there is, and begins with two that differ", async () => {
    await start(answers);
    const html = await page("/settings/exchange-policies/new");
    const [orders, stock] = ["Orders (https://a.example)", "Stock (https://b.example)"];
    const offered = (field: string) => {
      const [select = ""] = new RegExp(`<select id="add-${field}"[\\s\\S]*?</select>`).exec(html) ?? [];
      return [...select.matchAll(/<option value="[^"]*"[^>]*>([^<]*)/g)].map(([, text]) => text);
    };
    expect([offered("source"), offered("target")]).toEqual([
      [orders, stock],
      [stock, orders],
    ]);
  });
});

describe("a field that names what is kept elsewhere is chosen from it", () => {
  const answers = {
    listClients: { items: [{ client_id: "c1", client_name: "Shop" }] },
    listGroups: { items: [{ id: ID, name: "Staff" }] },
    listProviders: { items: [{ alias: "corp", name: "Corp" }] },
    listResourceServers: {
      items: [{ resource: "https://a.example", name: "Orders", scopes: ["read"], scope_texts: {} }],
    },
  };
  const startWithAll = async (changes: object = {}) => {
    const all = [...scopes, "roles:read", "settings:read"];
    console = await startConsole({ scopes: all, answers: { ...answersWith("x"), ...answers, ...changes } });
  };
  /** The values that a field offers, and those that are chosen. */
  const offeredBy = (html: string, field: string) => {
    const [select = ""] = new RegExp(`<select[^>]* name="${field}"[\\s\\S]*?</select>`).exec(html) ?? [];
    const boxes = [...html.matchAll(new RegExp(`type="checkbox" name="${field}" value="([^"]*)"`, "g"))];
    return [...boxes, ...select.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
  };
  const FIELDS = [
    ["exchange-policies", "client_id", ["", "c1"]],
    ["exchange-policies", "excluded_groups", ["Staff"]],
    ["trusted-issuers", "clients", ["c1"]],
    ["trusted-issuers", "resources", ["https://a.example"]],
    ["trusted-issuers", "provider", ["", "corp"]],
    ["trusted-issuers", "scopes", expect.arrayContaining(["read"])],
    ["hooks", "scopes", expect.arrayContaining(["openid", "read"])],
  ] as const;

  it.each(FIELDS)("%s: %s", async (noun, field, values) => {
    await startWithAll();
    const html = await page(`/settings/${noun}/new`);
    expect(offeredBy(html, field)).toEqual(values);
    expect(html).not.toMatch(new RegExp(`<(?:textarea|input id)[^>]* name="${field}"`));
  });

  it("what is gone stays chosen, and what is unchecked is sent as none", async () => {
    const held = { ...(sampleOf("readExchangePolicy") as object), excluded_groups: ["Gone"] };
    await startWithAll({ readExchangePolicy: held });
    const path = `/settings/exchange-policies/${ID}?tab=settings`;
    const html = await page(path);
    expect(offeredBy(html, "excluded_groups")).toEqual(["Staff", "Gone"]);
    expect(html).toMatch(/name="excluded_groups" value="Gone" checked/);
    expect(html).toContain('<input type="hidden" name="excluded_groups" value="">');
    await console.post(path, { act: "save", etag: "*", excluded_groups: "" });
    expect(sentBy("changeExchangePolicy").body.excluded_groups).toEqual([]);
  });

  it("where there are too many, or the user may not see them, identifiers are typed", async () => {
    await startWithAll({ listClients: { ...answers.listClients, next_cursor: "more" } });
    expect(await page("/settings/trusted-issuers/new")).toMatch(/<textarea[^>]* name="clients"/);
    await console.close();
    console = await startConsole({ scopes: ["clients:read", "clients:write"], answers: answersWith("x") });
    expect(await page("/settings/trusted-issuers/new")).toMatch(/<textarea[^>]* name="resources"/);
  });
});

describe("decision 188: the screens of an entity follow from its fields", () => {
  it.each(rows)("%s: the list has its columns, and leads to one", async (_, entity) => {
    const list = operation(`list_${entity.many}`);
    const { items } = sampleOf(list) as { readonly items: readonly object[] };
    // A column has something in it, or it is not shown.
    await start({ [list]: { items: items.map((one) => ({ ...one, managed_by: "store" })) } });
    const html = await page(isServer(entity) ? "/settings" : pathOf(entity));
    // The identifier of an API stands below its name.
    expect(html.match(/<th\b/g)).toHaveLength(entity.listed.length - (isServer(entity) ? 1 : 0));
    expect(html).toContain(`href="${pathOf(entity)}/${isServer(entity) ? "x" : ID}"`);
  });

  it.each(rows)("%s: the API is asked for one by the parameter of its path", async (_, entity) => {
    await start();
    await page(`${pathOf(entity)}/a%2Fb`);
    const [, parameter = ""] = /\{(\w+)\}$/.exec(OPERATIONS[reading(entity)].path) ?? [];
    expect(sentBy(reading(entity))).toEqual({ path: { [parameter]: "a/b" } });
  });

  it.each(rows)(
    "%s: the form of a new one asks for what is written and fixed, the other for what is written",
    async (_, entity) => {
      await start();
      const [added, changed] = [
        await page(`${pathOf(entity)}/new`),
        await page(`${pathOf(entity)}/${ID}?tab=settings`),
      ];
      for (const { name, as } of entity.fields.filter((field) => !CHOSEN[entity.many]?.includes(field.name))) {
        expect([name, added.includes(` name="${name}"`)]).toEqual([name, as === "written" || as === "fixed"]);
        const isOwn = as === "written" && !OF_OTHERS[entity.many]?.includes(name);
        expect([name, changed.includes(` name="${name}"`)]).toEqual([name, isOwn]);
      }
    },
  );

  it.each(rows)("%s: one that a configuration declares has its lock and no form", async (_, entity) => {
    const read = reading(entity);
    await start({ [read]: { ...sampleOf(read), managed_by: "shop.yaml" } });
    if (!entity.fields.some(({ name }) => name === "managed_by")) return;
    const html = await page(`${pathOf(entity)}/${ID}`);
    expect(html).toMatch(/(?:id|class)="lock"[\s\S]*shop\.yaml/);
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
    const html = await page(`${path}?tab=settings`);
    expect(html).toMatch(/name="expires_at" type="date" value="2030-01-31"/);
    expect(html).toContain(`name="before.expires_at" value="${held.expires_at}"`);
  });

  it.each([
    ["a domain", "a.example", true],
    ["a network, which has no subdomains", "192.0.2.0/24", false],
  ])("of %s", async (_, address, hasSubdomains) => {
    await start({ readBlockedAddress: { ...held, address } });
    expect((await page(`${path}?tab=settings`)).includes('name="subdomains"')).toBe(hasSubdomains);
    await console.close();
    await start({ listBlockedAddresses: { items: [{ ...held, address }] } });
    expect((await page("/settings/blocked-addresses")).includes('data-label="Subdomains"')).toBe(hasSubdomains);
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

  it.each([
    ["what was checked of many", ["sign_in", "consent"]],
    ["an empty list where nothing is checked", []],
  ])("has %s", async (_, types) => {
    await start();
    const checked = types.map((type) => ["event_types", type] as const);
    const fields = [["act", "save"] as const, ["etag", "*"] as const, ["name", "w"] as const, ["url", "u"] as const];
    await console.post(`/settings/webhooks/${ID}`, [...fields, ...checked]);
    expect(sentBy("changeWebhook").body).toEqual({ name: "w", url: "u", event_types: types, personal_data: false });
  });
});

describe("jbg-r01: what a form of a trusted issuer says", () => {
  const path = "/settings/trusted-issuers";
  const rules = [{ client: "orders", claims: { sub: "system:serviceaccount:shop:orders" } }];
  const filledIn = [
    ["act", "add"],
    ...[["name", "Cluster"] as const, ["issuer", "https://cluster.example"] as const],
    ...[["subject", "workload"] as const, ["jwks_uri", ""] as const, ["jwks", '{"keys":[]}'] as const],
    ...[["signing_algs", "RS256"] as const, ["signing_algs", "ES256"] as const],
    ...[["audience", "token_endpoint"] as const, ["max_lifetime_seconds", "300"] as const],
    ...[["resources", "https://orders.example"] as const, ["scopes", "read\nwrite"] as const],
  ] as const;
  const empty = [["provider", ""] as const, ["clients", ""] as const];

  it("is its keys and rules as JSON, its algorithms that were chosen, and null where nothing is said", async () => {
    await start();
    const answer = await console.post(`${path}/new`, [...filledIn, ...empty, ["workloads", JSON.stringify(rules)]]);
    expect(answer.headers.get("location")).toBe(`${path}/${ID}?done=trusted_issuer_added`);
    expect(sentBy("addTrustedIssuer").body).toEqual({
      ...{ name: "Cluster", issuer: "https://cluster.example", subject: "workload", jwks_uri: null },
      ...{ jwks: { keys: [] }, signing_algs: ["RS256", "ES256"], audience: "token_endpoint" },
      ...{ max_lifetime_seconds: 300, workloads: rules, provider: null, clients: [], without_consent: false },
      ...{ resources: ["https://orders.example"], scopes: ["read", "write"] },
    });
  });

  it.each([
    ["no JSON and no number goes to the API, which says what is wrong", "sub=a", "soon", "sub=a", null],
    ["no rules are none", " ", "60", [], 60],
  ])("%s", async (_, workloads, seconds, sentRules, sentSeconds) => {
    await start();
    const fields = filledIn.filter(([name]) => name !== "max_lifetime_seconds");
    await console.post(`${path}/new`, [...fields, ["workloads", workloads], ["max_lifetime_seconds", seconds]]);
    const { body } = sentBy("addTrustedIssuer");
    expect([body.workloads, body.max_lifetime_seconds]).toEqual([sentRules, sentSeconds]);
  });

  it("one of people has no rules of programs, and one of programs has no clients", async () => {
    for (const [subject, own, other] of [
      ["person", "clients", "workloads"],
      ["workload", "workloads", "clients"],
    ] as const) {
      const issuer = { ...(answersWith("x") as Readonly<Record<string, object>>).readTrustedIssuer, subject };
      await start({ readTrustedIssuer: issuer });
      const html = await page(`${path}/${ID}?tab=settings`);
      const has = (name: string) => html.includes(` name="${name}"`);
      expect([subject, has(own), has(other)]).toEqual([subject, true, false]);
      await console.close();
    }
    await start();
  });
});

describe("tex-r01: what a form of an exchange policy says", () => {
  it("is what each scope gives, a line for each, and the tokens that were chosen", async () => {
    await start();
    await console.post("/settings/exchange-policies/new", [
      ...[["act", "add"] as const, ["name", "O"] as const, ["client_id", "c"] as const],
      ...[["source", "https://o.example"] as const, ["target", "https://s.example"] as const],
      ...[["subject_tokens", "received"] as const, ["subject_tokens", "own"] as const],
      ...[["scopes", "read = count\r\nwrite=count reserve"] as const, ["excluded_groups", "Staff"] as const],
      ["max_lifetime_seconds", "60"],
    ]);
    expect(sentBy("addExchangePolicy").body).toEqual({
      ...{ name: "O", client_id: "c", source: "https://o.example", target: "https://s.example" },
      ...{ subject_tokens: ["received", "own"], scopes: { read: "count", write: "count reserve" } },
      ...{ impersonation: false, may_act: false, max_lifetime_seconds: 60, excluded_groups: ["Staff"] },
    });
  });

  it("is shown as it is typed", async () => {
    const policy = (answersWith("x") as Readonly<Record<string, object>>).readExchangePolicy;
    await start({
      readExchangePolicy: { ...policy, subject_tokens: ["own"], scopes: { read: "count", write: "x y" } },
    });
    const html = await page(`/settings/exchange-policies/${ID}?tab=settings`);
    expect(html).toMatch(/name="scopes"[^>]*>read=count\nwrite=x y</);
    expect(html).toMatch(/value="own" checked/);
    expect(html).not.toMatch(/value="received" checked/);
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

  it("the secret of a new one is shown on its page, whose forms work, until another page is opened", async () => {
    await start();
    const answer = await console.post("/settings/webhooks/new", { act: "add", name: "w", url: "u" });
    const path = `/settings/webhooks/${ID}`;
    expect(answer.headers.get("location")).toBe(`${path}?done=webhook_added`);
    const html = await page(path);
    expect(html).toMatch(/id="secret"[\s\S]*>x</);
    expect(html).toContain(`action="${path}"`);
    await page("/settings/webhooks");
    expect(await page(path)).not.toContain('id="secret"');
  });

  it("a new secret is shown once, beside what became of events", async () => {
    await start();
    const html = await (await console.post(`/settings/webhooks/${ID}`, { act: "rotate-secret" })).text();
    expect(html).toContain("s3cr3t");
    expect(html).toContain('id="deliveries-table"');
    expect(await page(`/settings/webhooks/${ID}`)).not.toContain("s3cr3t");
  });
});
