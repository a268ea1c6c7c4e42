import { describe, expect, it } from "vitest";
import { type AdminClientOptions, ApiProblem, adminClient, itemsOf } from "./index.ts";

const url = "https://admin.example/admin/api/v1";

/** A client whose API answers with these responses, one after another, and the requests that it got. */
function clientOf(...responses: readonly Response[]) {
  const requests: Request[] = [];
  const answers = [...responses];
  const options: AdminClientOptions = {
    url,
    accessToken: () => "token",
    fetch: async (request) => {
      requests.push(request);
      return answers.shift() ?? Response.error();
    },
  };
  return { api: adminClient(options), requests };
}

const person = { id: "p1", username: "alice" };
const page = (usernames: readonly string[], next?: string) =>
  Response.json({ items: usernames.map((username) => ({ username })), ...(next && { next_cursor: next }) });

describe("a call", () => {
  it("is a request with the token, and answers with the body and its ETag", async () => {
    const { api, requests } = clientOf(Response.json(person, { headers: { etag: '"v1"' } }));
    expect(await api.readPerson({ path: { id: "p1" } })).toEqual({
      ...{ body: person, etag: '"v1"', isUnchanged: false },
    });
    expect([requests[0]?.method, requests[0]?.url]).toEqual(["GET", `${url}/people/p1`]);
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer token");
  });

  it("answers with the text where there is no JSON", async () => {
    const { api } = clientOf(new Response("{}\n{}\n", { headers: { "content-type": "application/x-ndjson" } }));
    expect((await api.exportAuditEvents({ query: { format: "jsonl" } })).body).toBe("{}\n{}\n");
  });

  it("encodes what it puts into an address", async () => {
    const { api, requests } = clientOf(Response.json(person), page([]));
    await api.readPerson({ path: { id: "a/b?c#d" } });
    await api.listPeople({ query: { q: "a&b=c", limit: 5 } });
    expect(requests.map((request) => request.url)).toEqual([
      `${url}/people/a%2Fb%3Fc%23d`,
      `${url}/people?q=a%26b%3Dc&limit=5`,
    ]);
  });

  it.each(["", ".", ".."])("never leaves its operation: the id %o is refused", async (id) => {
    const { api, requests } = clientOf(Response.json(person));
    await expect(api.readPerson({ path: { id } })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  it("sends a body, If-Match and Idempotency-Key", async () => {
    const { api, requests } = clientOf(Response.json(person), Response.json(person, { status: 201 }));
    await api.changePerson({ path: { id: "p1" }, body: { claims: { name: "Alice" } }, ifMatch: '"v1"' });
    await api.addPerson({ body: { username: "bob", password: "a long passphrase" }, idempotencyKey: "k1" });
    expect(requests.map(({ headers }) => [headers.get("if-match"), headers.get("idempotency-key")])).toEqual([
      ['"v1"', null],
      [null, "k1"],
    ]);
    expect(await requests[0]?.json()).toEqual({ claims: { name: "Alice" } });
  });

  it("without a body in its answer has none", async () => {
    const { api } = clientOf(new Response(null, { status: 204 }));
    expect(await api.removeRole({ path: { role: "r1" } })).toEqual({
      ...{ body: undefined, etag: undefined, isUnchanged: false },
    });
  });

  it("says where everything was so before", async () => {
    const { api } = clientOf(new Response(null, { status: 204, headers: { "countersign-unchanged": "yes" } }));
    expect(await api.giveRoleToPerson({ path: { id: "p1", role: "r1" } })).toMatchObject({ isUnchanged: true });
  });
});

describe("RFC 9457: what the API refuses is an ApiProblem", () => {
  it("with the problem, and the challenge of RFC 9470 §3", async () => {
    const problem = { type: "urn:x", title: "Stronger", status: 401, reference: "r1", detail: "Sign in again" };
    const challenge = 'Bearer error="insufficient_user_authentication"';
    const headers = { "content-type": "application/problem+json", "www-authenticate": challenge };
    const { api } = clientOf(new Response(JSON.stringify(problem), { status: 401, headers }));
    const refused = await api.listPeople().catch((err: unknown) => err);
    expect(refused).toBeInstanceOf(ApiProblem);
    expect(refused).toMatchObject({ problem, challenge, message: "Stronger: Sign in again" });
  });

  it("also where a proxy answers with a page", async () => {
    const { api } = clientOf(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(api.listPeople()).rejects.toMatchObject({ problem: { status: 502, type: "about:blank" } });
  });
});

describe("itemsOf", () => {
  it("reads page after page, with the same filter", async () => {
    const { api, requests } = clientOf(page(["alice", "bob"], "c1"), page(["carol"]));
    const names: string[] = [];
    for await (const { username } of itemsOf(api, "listPeople", { query: { status: "enabled" } })) names.push(username);
    expect(names).toEqual(["alice", "bob", "carol"]);
    expect(requests[1]?.url).toBe(`${url}/people?status=enabled&cursor=c1`);
  });
});
