import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../api/operation-table.ts";
import { ADMIN_SCOPES, type AdminScope } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { SECTIONS, type Section } from "../kinds/kind.ts";
import { KINDS } from "../kinds/kinds.ts";
import { SCOPES_OF } from "./configuration-rank.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await applied(WHOLE);
});
afterAll(() => api.close());

/** One of each kind, the text that only it shows, and the operation that shows it by itself. */
const SAMPLES: { readonly [S in Section]: readonly [entry: object, shows: string, path: string] } = {
  resource_servers: [
    { resource: "https://hidden-orders.example", name: "Orders", scopes: ["order", "refund"] },
    "hidden-orders",
    "/resource-servers",
  ],
  clients: [
    {
      client_id: "hidden-shop",
      client_name: "Shop",
      redirect_uris: ["https://shop.example/cb"],
      token_endpoint_auth_method: "none",
    },
    "hidden-shop",
    "/clients",
  ],
  roles: [
    { resource: "https://hidden-orders.example", name: "hidden-clerk", scopes: ["refund"] },
    "hidden-clerk",
    "/roles",
  ],
  groups: [
    { name: "hidden-support", roles: [{ resource: adminResource, name: "auditor" }] },
    "hidden-support",
    "/groups",
  ],
  exchange_policies: [
    {
      name: "hidden-exchange",
      client_id: "serviceClient",
      source: "https://hidden-orders.example",
      target: "https://hidden-orders.example",
      subject_tokens: ["own"],
      scopes: { order: "refund" },
    },
    "hidden-exchange",
    "/exchange-policies",
  ],
  providers: [
    { alias: "hidden-login", name: "Login", issuer: "https://login.example", client_id: "x" },
    "hidden-login",
    "/providers",
  ],
  trusted_issuers: [
    {
      ...{ name: "hidden-cluster", issuer: "https://cluster.example", jwks_uri: "https://cluster.example/jwks" },
      ...{ subject: "workload", workloads: [{ client: "hidden-shop", claims: { sub: "one" } }] },
      ...{ resources: ["https://hidden-orders.example"], scopes: ["order"] },
    },
    "hidden-cluster",
    "/trusted-issuers",
  ],
  terms: [
    {
      name: "hidden-terms",
      version: "1",
      urls: { en: "https://rp.example/terms" },
      required_from: "2040-01-01T00:00:00Z",
    },
    "hidden-terms",
    "/terms",
  ],
  webhooks: [{ name: "hidden-hook", url: "https://hooks.example/" }, "hidden-hook", "/webhooks"],
  blocked_addresses: [{ address: "hidden-mail.example" }, "hidden-mail", "/blocked-addresses"],
  settings: [{ setting: "service_name", value: "hidden-name" }, "hidden-name", "/settings"],
};
const samples = SECTIONS.map((section) => [section, ...SAMPLES[section]] as const);
const WHOLE = {
  managed_by: "whole",
  ...Object.fromEntries(samples.map(([section, entry]) => [section, [entry]])),
};

/** What the operation that shows a kind by itself needs: the rule that a configuration has to keep. */
const scopeOf = (path: string) => OPERATIONS.find((one) => one.method === "GET" && one.path === path)?.scope;
const OTHERS = [...new Set(samples.map(([, , , path]) => scopeOf(path) as AdminScope))].filter(
  (scope) => scope !== "settings:read",
);
/** Every set of the scopes that read kinds, each with the one that the operations need. */
const SETS: readonly (readonly AdminScope[])[] = Array.from({ length: 2 ** OTHERS.length }, (_, set) => [
  "settings:read",
  ...OTHERS.filter((__, bit) => (set & (1 << bit)) !== 0),
]);
const rows = SETS.flatMap((scopes) => samples.map((sample) => [scopes.join(" "), sample[0], scopes, sample] as const));

const text = (configuration: object) => JSON.stringify(configuration);
/** What a set of scopes shows is asked once. A caller has thirty plans a minute, so each set has its own caller. */
const once = <T>(ask: (scopes: readonly AdminScope[]) => Promise<T>) => {
  const asked = new Map<string, Promise<T>>();
  return (scopes: readonly AdminScope[]): Promise<T> => {
    const answer = asked.get(scopes.join(" ")) ?? ask(scopes);
    asked.set(scopes.join(" "), answer);
    return answer;
  };
};
const callerWith = once(async (scopes) => api.tokenOf(...scopes));
const exported = (name: string) =>
  once(async (scopes) => api.call(`/configuration?name=${name}`, { token: await callerWith(scopes) }));
const writerWith = once(async (scopes) =>
  api.tokenOf(...scopes, "settings:write", "clients:write", "roles:write", "audit:read"),
);
const wholeFor = exported("whole");
const otherFor = exported("other");
const emptied = (prune: boolean) =>
  once(async (scopes) => send("plan", await callerWith(scopes), { managed_by: "whole" }, { prune }));
const emptiedFor = [emptied(true), emptied(false)];

const send = async (act: string, token: string, configuration: object, { prune = false, etag = "" } = {}) =>
  api.call(`/configuration/${act}`, {
    method: "POST",
    token,
    body: { configuration: text(configuration), prune },
    ...(etag !== "" && { headers: { "if-match": etag } }),
  });
const plan = async (scopes: readonly AdminScope[], configuration: object, prune = false) =>
  send("plan", await api.tokenOf(...scopes), configuration, { prune });
const etagOf = ({ headers }: { readonly headers: Headers }) => headers.get("etag") ?? "";

async function applied(configuration: object): Promise<void> {
  const token = await api.tokenOf(...ADMIN_SCOPES);
  const planned = await send("plan", token, configuration);
  const answer = await send("apply", token, configuration, { etag: etagOf(planned) });
  if (answer.status !== 200) throw new Error(JSON.stringify([planned.body, answer.body]));
}

describe("A21: a configuration shows to a caller the sections that they could read by their own operations", () => {
  it.each(samples)("%s: the table says what the operation needs", (section, _, __, path) => {
    expect(SCOPES_OF[section].read).toBe(scopeOf(path));
    expect(SCOPES_OF[section].read).toBeDefined();
  });

  it.each(samples)("%s: what one refers to is read with no other scope", (section, entry) => {
    const kind = KINDS.find((one) => one.section === section);
    const parsed = kind?.shape.parse(entry);
    for (const reference of (parsed && kind?.references(parsed)) ?? []) {
      const { read } = SCOPES_OF[reference.section as Section];
      expect(["settings:read", SCOPES_OF[section].read]).toContain(read);
    }
  });

  it.each(rows)("an export with %s: %s", async (_, __, scopes, [section, , shows, path]) => {
    const { body } = await wholeFor(scopes);
    const scope = scopeOf(path) as AdminScope;
    const isShown = scopes.includes(scope);
    expect(JSON.stringify(body).includes(shows)).toBe(isShown);
    expect(body.hidden.filter((one: { section: string }) => one.section === section)).toEqual(
      isShown ? [] : [{ section, scope }],
    );
    // Resources of another configuration are named to a caller who could read them.
    const other = (await otherFor(scopes)).body;
    const isManaged = section !== "terms";
    const key = shows.replace("hidden-name", "service_name");
    expect(other.left_out.join().includes(key)).toBe(isShown && isManaged);
    const omission = { code: "managed", section, key: expect.stringContaining(key), managed_by: "whole" };
    expect(other.omissions.filter((one: { section: string }) => one.section === section)).toEqual(
      isShown && isManaged ? [omission] : [],
    );
  });

  it.each(rows)("a plan with %s: %s", async (_, __, scopes, [section, entry, shows, path]) => {
    const token = await callerWith(scopes);
    const scope = scopeOf(path) as AdminScope;
    const isShown = scopes.includes(scope);
    const declaring = await send("plan", token, { managed_by: "whole", [section]: [entry] });
    expect([declaring.status, declaring.body.detail]).toEqual(
      isShown ? [200, undefined] : [403, `a configuration with ${section} needs the scope ${scope}`],
    );
    for (const emptiedOf of emptiedFor) {
      const { status, body } = await emptiedOf(scopes);
      expect(status).toBe(200);
      const key = shows.replace("hidden-name", "service_name");
      expect(JSON.stringify([body.changes, body.left]).includes(key)).toBe(isShown && section !== "terms");
      expect(body.hidden.some((one: { section: string }) => one.section === section)).toBe(!isShown);
    }
  });

  const hiddenRows = rows.filter(([, , scopes, [, , , path]]) => !scopes.includes(scopeOf(path) as AdminScope));
  it.each(hiddenRows)("an application with %s changes nothing of %s", async (_, __, scopes, sample) => {
    const [section, entry, shows, path] = sample;
    const scope = scopeOf(path);
    const token = await writerWith(scopes);
    const declaring = await send("apply", token, { managed_by: "whole", [section]: [entry] }, { etag: "*" });
    expect([declaring.status, declaring.body.detail]).toEqual([
      403,
      `a configuration with ${section} needs the scope ${scope}`,
    ]);
    // Every other kind is declared, so pruning would remove only this one.
    const seen = samples.filter(([, , , other]) => scopes.includes(scopeOf(other) as AdminScope));
    const rest = { managed_by: "whole", ...Object.fromEntries(seen.map(([one, what]) => [one, [what]])) };
    const pruning = await send("apply", token, rest, { prune: true, etag: "*" });
    expect([pruning.status, pruning.body.detail]).toEqual([
      403,
      expect.stringMatching(/^a change of (clients|roles|groups) needs the scope (clients|roles):read$/),
    ]);
    const whole = await api.call("/configuration?name=whole", { token: await callerWith(ADMIN_SCOPES) });
    expect(whole.body.configuration).toContain(shows);
  });

  it("role-01: only owners change trusted issuers, as by their own operations", async () => {
    const token = await api.tokenOf(...ADMIN_SCOPES.filter((scope) => scope !== "roles:write"));
    const changed = { ...SAMPLES.trusted_issuers[0], enabled: false };
    const { status, body } = await send("apply", token, { ...WHOLE, trusted_issuers: [changed] }, { etag: "*" });
    expect([status, body.detail]).toEqual([403, "owners decide on trusted issuers; you lack roles:write"]);
  });

  it("the ETag does not depend on hidden sections, and a caller with more scopes cannot apply the plan", async () => {
    const empty = { managed_by: "whole" };
    const nothing = await plan(["settings:read"], WHOLE_BUT_HIDDEN, true);
    const none = await plan(["settings:read"], { managed_by: "nobody" }, true);
    expect([nothing.body.changes, etagOf(nothing)]).toEqual([[], etagOf(none)]);
    const less = await plan(["settings:read"], empty, true);
    const token = await api.tokenOf(...ADMIN_SCOPES);
    expect((await send("apply", token, empty, { prune: true, etag: etagOf(less) })).status).toBe(412);
  });
});

const WHOLE_BUT_HIDDEN = {
  managed_by: "whole",
  ...Object.fromEntries(
    samples.filter(([, , , path]) => scopeOf(path) === "settings:read").map(([section, entry]) => [section, [entry]]),
  ),
};
