/** RFC 9110 §13.1.1 for every operation that takes If-Match: the comparison and the change are one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atOnce } from "../../../../testing/at-once.ts";
import { publicJwk } from "../../../../testing/clients/assertions.ts";
import { OPERATIONS } from "../operation-table.ts";
import { ADMIN_SCOPES } from "../scopes.ts";
import { type Api, adminResource, startApi } from "../testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf(...ADMIN_SCOPES);
});
afterAll(() => api.close());

const ROUNDS = 2;
let made = 0;
const newName = () => `n${++made}`;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(path, { method, token, ...(body === undefined ? {} : { body }), headers });

async function make(path: string, body: object): Promise<string> {
  const answer = await send("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.headers.get("location")?.replace(new URL(adminResource).pathname, "") ?? "";
}

/** What a caller sends: a body to the operation itself, or another request. */
type Sent = { readonly body?: object } & Partial<Record<"method" | "below", string>>;

/** How an operation is tried. */
interface Trial {
  /** Makes a subject, and returns its path. */
  readonly subject: () => Promise<string>;
  /** What two callers send at once, in this round. */
  readonly sent: readonly [Sent, Sent] | ((round: number) => readonly [Sent, Sent]);
  /** Reads the ETag, if it is not that of the path. */
  readonly etag?: (path: string, round: number) => Promise<string>;
}

const url = "https://hooks.example/countersign";
const password = "a long and unusual password";

const person = () => make("/people", { username: newName(), password });
const client = () => make("/clients", { client_name: "C", redirect_uris: ["https://rp.example/cb"] });
const organization = () => make("/organizations", { slug: newName(), name: "O" });
const group = () => make("/groups", { name: newName() });
const hook = () =>
  make("/hooks", { name: newName(), kind: "claims", url, on_error: "omit", claims: ["plan"], clients: [] });
const server = () =>
  make("/resource-servers", { resource: `https://${newName()}.example`, name: "O", scopes: ["read", "write"] });
async function exchangePolicy() {
  const source = decodeURIComponent((await server()).replace("/resource-servers/", ""));
  const about = { client_id: "serviceClient", source, target: source, subject_tokens: ["own"] };
  return make("/exchange-policies", { name: newName(), ...about });
}
const trustedIssuer = () =>
  make("/trusted-issuers", {
    ...{ name: newName(), issuer: `https://${newName()}.example`, jwks: { keys: [publicJwk] }, subject: "workload" },
    workloads: [{ client: "webClient", claims: { sub: "system:serviceaccount:shop:orders" } }],
    ...{ resources: [adminResource], scopes: ["read", "write"] },
  });
const webhook = () => make("/webhooks", { name: newName(), url });
const blocked = () => make("/blocked-addresses", { address: `${newName()}.example` });
const provider = () => {
  const alias = newName();
  const about = { alias, name: "P", issuer: `https://${alias}.example`, client_id: "us", secret: "s3cr3t" };
  return make("/providers", about);
};
async function role() {
  const resource = decodeURIComponent((await server()).replace("/resource-servers/", ""));
  return make("/roles", { resource, name: "clerk", scopes: ["read"] });
}
const settings = async () => {
  await send("PATCH", "/settings", NO_SETTINGS, { "if-match": "*" });
  return "/settings";
};
const NO_SETTINGS = { corner: null, service_name: null, privacy_url: null, support_url: null };
/** A PNG of 8 by 6 pixels. */
const image =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAFHRFWHRDb21tZW50AFNFQ1JFVCBQTEFDRfqR5asAAAAYSURBVHicY2RgaJBjYMBE" +
  "LAwaDFgBPSQA+fICMBfUA3oAAAAASUVORK5CYII=";
const logo = async (method: "PUT" | "DELETE") => {
  await settings();
  await send(method, "/settings/logo", method === "PUT" ? { image } : undefined, { "if-match": "*" });
  return "/settings";
};

const configuration = (round: number) => ({
  configuration: JSON.stringify({ managed_by: "shop", groups: [{ name: `group ${round}` }] }),
});
async function plan(round: number): Promise<string> {
  return (await send("POST", "/configuration/plan", configuration(round))).headers.get("etag") ?? "";
}

const names = [{ body: { name: "A" } }, { body: { name: "B" } }] as const;
const removal = (body: object): readonly [Sent, Sent] => [{}, { method: "PATCH", body }];
const groupNames = () => [{ body: { name: newName() } }, { body: { name: newName() } }] as const;
const claims = [{ claims: { nickname: "A" } }, { claims: { website: "https://a.example" } }] as const;

const TRIALS: Readonly<Record<string, Trial>> = {
  changePerson: { subject: person, sent: [{ body: claims[0] }, { body: claims[1] }] },
  deletePerson: { subject: person, sent: removal(claims[0]) },
  changeClient: { subject: client, sent: [{ body: { client_name: "A" } }, { body: { contacts: ["b@example.org"] } }] },
  deleteClient: { subject: client, sent: removal({ client_name: "A" }) },
  replaceClaimMapping: {
    subject: async () => `${await client()}/claim-mapping`,
    sent: [{ body: { claims: { upn: "'a'" } } }, { body: { claims: { upn: "'b'" } } }],
  },
  changeOrganization: { subject: organization, sent: names },
  removeOrganization: { subject: organization, sent: removal({ name: "A" }) },
  renameGroup: { subject: group, sent: groupNames },
  renameOrganizationGroup: { subject: async () => make(`${await organization()}/groups`, { name: "G" }), sent: names },
  changeExchangePolicy: {
    subject: exchangePolicy,
    sent: [{ body: { impersonation: true } }, { body: { max_lifetime_seconds: 60 } }],
  },
  removeExchangePolicy: { subject: exchangePolicy, sent: removal({ impersonation: true }) },
  changeTrustedIssuer: {
    subject: trustedIssuer,
    sent: [{ body: { max_lifetime_seconds: 100 } }, { body: { scopes: ["read"] } }],
  },
  removeTrustedIssuer: { subject: trustedIssuer, sent: removal({ max_lifetime_seconds: 100 }) },
  changeHook: { subject: hook, sent: [{ body: { timeout_ms: 100 } }, { body: { cache_seconds: 1 } }] },
  removeHook: { subject: hook, sent: removal({ timeout_ms: 100 }) },
  changeWebhook: { subject: webhook, sent: [{ body: { personal_data: true } }, { body: { enabled: false } }] },
  changeBlockedAddress: { subject: blocked, sent: [{ body: { subdomains: true } }, { body: { reason: "A" } }] },
  removeBlockedAddress: { subject: blocked, sent: removal({ reason: "A" }) },
  changeProvider: { subject: provider, sent: [{ body: { name: "A" } }, { body: { enabled: false } }] },
  changeRole: { subject: role, sent: [{ body: { scopes: ["write"] } }, { body: { in_organizations: true } }] },
  changeResourceServer: { subject: server, sent: [{ body: { name: "A" } }, { body: { enabled: false } }] },
  changeSettings: { subject: settings, sent: [{ body: { corner: 4 } }, { body: { service_name: "Shop" } }] },
  replaceLogo: {
    subject: () => logo("DELETE"),
    sent: [
      { below: "/logo", body: { image } },
      { body: { privacy_url: "https://a.example" }, method: "PATCH" },
    ],
  },
  removeLogo: {
    subject: () => logo("PUT"),
    sent: [{ below: "/logo" }, { body: { support_url: "https://a.example" }, method: "PATCH" }],
  },
  applyConfiguration: {
    subject: async () => "/configuration/apply",
    etag: (_, round) => plan(round),
    sent: (round) => [{ body: configuration(round) }, { body: configuration(round) }],
  },
};

const sending = (method: string, path: string, { below = "", body, method: other = method }: Sent, ifMatch: string) =>
  send(other, `${path}${below}`, body, { "if-match": ifMatch });
const etagAt = async (path: string) => (await send("GET", path)).headers.get("etag") ?? "";

describe("A8: a plan is applied to what it was made for", () => {
  const KINDS = {
    roles: async () => {
      const path = await role();
      const { resource } = (await send("GET", path)).body;
      return { path, body: { in_organizations: true }, entry: { resource, name: "clerk", scopes: ["write"] } };
    },
    resource_servers: async () => {
      const path = await server();
      const { resource } = (await send("GET", path)).body;
      return { path, body: { name: "Other" }, entry: { resource, name: "Declared", scopes: ["read"] } };
    },
    clients: async () => {
      const made = { client_name: "C", redirect_uris: ["https://rp.example/cb"], token_endpoint_auth_method: "none" };
      const path = await make("/clients", made);
      const entry = { ...made, client_id: path.split("/").at(-1), client_name: "Declared" };
      return { path, body: { contacts: ["b@example.org"] }, entry };
    },
    groups: async () => {
      const path = await group();
      return { path, body: { name: newName() }, entry: { name: (await send("GET", path)).body.name } };
    },
  };

  it.each(Object.entries(KINDS))(
    "and a change of one of its %s at the same moment is refused, or comes first",
    async (kind, prepare) => {
      const { path, body, entry } = await prepare();
      const sent = { configuration: JSON.stringify({ managed_by: newName(), [kind]: [entry] }) };
      const ifMatch = (await send("POST", "/configuration/plan", sent)).headers.get("etag") ?? "";
      const answers = await atOnce(api, [
        () => send("POST", "/configuration/apply", sent, { "if-match": ifMatch }),
        () => send("PATCH", path, body, { "if-match": "*" }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect([
        [200, 409],
        [412, 200],
      ]).toContainEqual(statuses);
    },
  );
});

const sentIn = ({ sent }: Trial, round: number) => (typeof sent === "function" ? sent(round) : sent);

const conditional = OPERATIONS.filter(({ needsMatch }) => needsMatch === true);

describe("A8: RFC 9110 §13.1.1: of two conditional requests at once, one changes something", () => {
  it("every operation with If-Match is tried", () => {
    expect(Object.keys(TRIALS).toSorted()).toEqual(conditional.map(({ id }) => id).toSorted());
  });

  it.each(conditional.map(({ id, method }) => [id, method] as const))("%s", async (id, method) => {
    const trial = TRIALS[id];
    if (trial === undefined) throw new Error(`${id} has no trial`);
    for (let round = 0; round < ROUNDS; round++) {
      const path = await trial.subject();
      const ifMatch = await (trial.etag ?? etagAt)(path, round);
      const both = sentIn(trial, round).map((sent) => () => sending(method, path, sent, ifMatch));
      const answers = await atOnce(api, both);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses, JSON.stringify(answers.map(({ body }) => body))).toEqual([
        expect.toSatisfy((status: number) => status < 300),
        // A deleted one is not found, and an account that is to be erased is disabled.
        expect.toSatisfy((status: number) => status === 412 || ([404, 409].includes(status) && method === "DELETE")),
      ]);
    }
  });
});

describe("A8: RFC 9110 §13.1.1: a condition is never ignored", () => {
  const others = OPERATIONS.filter(({ method, needsMatch }) => /PUT|PATCH|DELETE/.test(method) && !needsMatch);

  it.each(others.map(({ id, method, path }) => [id, method, path] as const))(
    "%s takes none",
    async (_, method, path) => {
      const { status, body } = await send(method, path.replaceAll(/:\w+/g, "x"), {}, { "if-match": '"x"' });
      expect([status, body.detail]).toEqual([400, expect.stringContaining("If-Match")]);
    },
  );
});

const membersOf = ({ body = {} }: Sent) => Object.keys(body);
const patches = conditional.filter(({ id, method }) => {
  const [one, other] = (TRIALS[id] && sentIn(TRIALS[id], 0)) ?? [];
  return method === "PATCH" && one && other && !membersOf(one).every((member) => membersOf(other).includes(member));
});

describe("A8: a change writes the members that were sent, and no others", () => {
  it.each(patches.map(({ id }) => [id]))("%s, by two callers at once who take any version", async (id) => {
    const trial = TRIALS[id] as Trial;
    const path = await trial.subject();
    const both = sentIn(trial, 0);
    const answers = await atOnce(
      api,
      both.map((sent) => () => sending("PATCH", path, sent, "*")),
    );
    const done = both.filter((_, index) => answers[index]?.status === 200);
    expect(done.length, JSON.stringify(answers.map(({ status, body }) => [status, body]))).toBeGreaterThan(0);
    const { body: after } = await send("GET", path);
    for (const { body = {} } of done) expect(after).toMatchObject(body);
    // A client's members are checked together, so one of the two is told to repeat the request.
    for (const { status } of answers) expect([200, id === "changeClient" ? 409 : 200]).toContain(status);
  });
});
