import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";
const SCOPES = [
  ...["people:read", "roles:read", "roles:write", "organizations:read", "organizations:write", "settings:read"],
];
const PAGES = [
  [`/groups/${ID}`, "listPeople", "addMembers", { path: { id: ID } }],
  [`/organizations/${ID}`, "listPeople", "addOrganizationMembers", { path: { organization: ID } }],
  [
    `/organizations/${ID}/groups/${OTHER}`,
    "listOrganizationMembers",
    "addOrganizationGroupMembers",
    { path: { organization: ID, group: OTHER } },
  ],
  [`/roles/${ID}`, "listPeople", "giveRoleToPeople", { body: { ids: [ID, OTHER], role: ID } }],
] as const;

const start = async (scopes: readonly string[] = SCOPES, more: Readonly<Record<string, unknown>> = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...more } });
};
/** The operations that list those of the users found who are members already, or have the role. */
const AMONG = ["listMembers", "listOrganizationMembers", "listOrganizationGroupMembers", "listPeople"];
const onePage = { items: [{ id: ID, username: "x" }], next_cursor: "next" };
const unlessAmong = ({ query }: { readonly query?: { readonly ids?: string } }) =>
  query?.ids === undefined ? onePage : { items: [] };
const noMembers = Object.fromEntries(AMONG.map((operation) => [operation, unlessAmong]));
const sentTo = (operation: string) => console.sent.filter((one) => one.operation === operation).map((one) => one.input);

describe("people are added by a part of their name", () => {
  it.each(PAGES)("%s: those who match are listed, in pages", async (address, find) => {
    await start(undefined, noMembers);
    expect(await (await console.get(address)).text()).toContain(`href="${address}/add"`);
    const html = await (await console.get(`${address}/add?q=%20mill%20&cursor=here`)).text();
    const [searched] = sentTo(find).filter((sent) => sent.query?.q !== undefined);
    expect(searched?.query).toMatchObject({ q: "mill", cursor: "here", limit: 20 });
    expect(html).toContain(`name="ids" value="${ID}"`);
    expect(html).toContain(`href="${address}/add?q=+mill+&amp;cursor=next"`);
  });

  it.each(PAGES)("%s: a user who is already a member has a badge and no check box", async (address) => {
    await start();
    const html = await (await console.get(`${address}/add?q=mill`)).text();
    const asked = AMONG.flatMap(sentTo).filter((sent) => sent.query?.ids === ID);
    const isOfRole = address.startsWith("/roles");
    expect(asked.map((sent) => sent.query?.role)).toEqual([isOfRole ? ID : undefined]);
    expect(html).toContain(`<span class="badge plain">${isOfRole ? "Has this role" : "Member"}</span>`);
    expect([html.includes('name="ids"'), html.includes(`id="add-${ID}"`)]).toEqual([false, false]);
  });

  it.each(PAGES)("%s: several at once, by one call", async (address, _, add, sent) => {
    await start();
    const fields = [
      ["act", "add"],
      ["once", "first"],
      ["ids", ID],
      ["ids", OTHER],
    ] as const;
    const answer = await console.post(`${address}/add`, fields);
    expect([answer.status, answer.headers.get("location")?.split("?")[0]]).toEqual([303, address]);
    expect(sentTo(add)).toEqual([{ body: { ids: [ID, OTHER] }, idempotencyKey: "first", ...sent }]);
  });

  it("one by the button of a row", async () => {
    await start();
    await console.post(`/groups/${ID}/add`, { act: "add", value: OTHER });
    expect(sentTo("addMembers")[0]?.body).toEqual({ ids: [OTHER] });
  });

  it("who was refused is said, and why", async () => {
    await start(undefined, { addMembers: { items: [{ id: ID, result: "refused", reason: "no such user" }] } });
    const answer = await console.post(`/groups/${ID}/add`, { act: "add", value: ID });
    const html = await answer.text();
    expect([answer.status, html.includes("no such user"), html.includes("Refused")]).toEqual([200, true, true]);
  });

  it("co.2: who may not read people is not led there", async () => {
    await start(SCOPES.filter((scope) => scope !== "people:read"));
    for (const [address, find] of PAGES) {
      const isOffered = (await (await console.get(address)).text()).includes(`href="${address}/add"`);
      expect([address, isOffered]).toEqual([address, find === "listOrganizationMembers"]);
    }
  });

  it("the page, and no other, may ask for more while a name is typed", async () => {
    await start();
    const [adding, list] = [await console.get(`/groups/${ID}/add`), await console.get("/people")];
    expect(adding.headers.get("content-security-policy")).toContain("connect-src 'self'");
    expect(list.headers.get("content-security-policy")).not.toContain("connect-src");
    expect([(await adding.text()).includes("/assets/matches.js"), (await list.text()).includes("matches.js")]).toEqual([
      true,
      false,
    ]);
  });
});
