import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const ORGANIZATION = `/organizations/${idOf(1)}?tab=invitations`;
const PLACES = [
  ["/people/invitations", ["people:read", "people:write"], "sendInvitationsAgain", "withdrawInvitations"],
  [
    ORGANIZATION,
    ["organizations:read", "organizations:write", "people:read"],
    "sendOrganizationInvitationsAgain",
    "withdrawOrganizationInvitations",
  ],
] as const;
const start = async (scopes: readonly string[], answers: object = {}) => {
  console = await startConsole({ scopes: [...scopes], answers: { ...answersWith("Ann <b>"), ...answers } });
};
const chosen = (act: string, more: readonly (readonly [string, string])[] = []) =>
  [["act", act], ["ids", idOf(1)], ["ids", idOf(2)], ...more] as const;
const warningIn = (html: string) => /id="warning">([^<]*)</.exec(html)?.[1];
const acts = () => console.sent.filter(({ operation }) => /^(send|withdraw)/.test(operation));

describe.each(PLACES)("C16: invitations at %s", (path, scopes, sendAgain, withdraw) => {
  it("say who invited, and have a box, and buttons in the row and above the list", async () => {
    await start(scopes);
    const html = await (await console.get(path)).text();
    expect(html).toMatch(/<th scope="col">Invited by<\/th>/);
    expect(html).toContain(`<input type="checkbox" form="bulk" name="ids" value="${idOf(1)}"`);
    expect(html.match(/name="act" value="send-again"/g)).toHaveLength(2);
    expect(html.match(/name="act" value="withdraw"/g)).toHaveLength(2);
  });

  it("are sent again in a language that is chosen", async () => {
    await start(scopes);
    const html = await (await console.post(path, chosen("send-again"))).text();
    expect(acts()).toEqual([]);
    expect(html).toContain('<option value="fr"');
    for (const n of [1, 2]) expect(html).toContain(`<input type="hidden" name="ids" value="${idOf(n)}">`);
    const answer = await console.post(path, chosen("send-again", [["language", "fr"]]));
    const to = `${path}${path.includes("?") ? "&" : "?"}done=one_invitation_sent_again`;
    expect([answer.status, answer.headers.get("location")]).toEqual([303, to]);
    const body = { ids: [idOf(1), idOf(2)], language: "fr" };
    expect(acts()).toMatchObject([{ operation: sendAgain, input: { body, idempotencyKey: expect.any(String) } }]);
  });

  it("one of them, and what was refused is named by its address", async () => {
    await start(scopes, { [sendAgain]: { items: [{ id: idOf(1), result: "refused", reason: "too <many>" }] } });
    const html = await (await console.post(path, { act: "send-again", value: idOf(1), language: "en" })).text();
    expect(acts()[0]?.input.body.ids).toEqual([idOf(1)]);
    expect(html).toContain("too &lt;many&gt;");
    expect(html).toContain("Ann &lt;b&gt;");
  });

  it("are withdrawn after a page said what that does", async () => {
    await start(scopes);
    const several = await (await console.post(path, chosen("withdraw"))).text();
    expect(several).toContain('id="confirmation"');
    const one = await (await console.post(path, { act: "withdraw", value: idOf(1) })).text();
    expect([several, one].map(warningIn)).toEqual([
      "The links in the emails stop working. The addresses can be invited again.",
      "The link in the email stops working. The address can be invited again.",
    ]);
    const answer = await console.post(path, chosen("withdraw", [["confirmed", "yes"]]));
    expect(answer.headers.get("location")).toContain("done=one_invitation_withdrawn");
    expect(acts()).toMatchObject([{ operation: withdraw, input: { body: { ids: [idOf(1), idOf(2)] } } }]);
  });

  it("are only read by who may only read", async () => {
    await start(scopes.filter((scope) => scope.endsWith(":read")));
    const html = await (await console.get(path)).text();
    expect(html).not.toContain('name="act"');
    expect(html).not.toContain('name="ids"');
  });
});

describe("4d: applications and sessions are acted upon at once", () => {
  it.each([
    ["/clients", "disable", "disableClients", "one_client_disabled", true],
    ["/clients", "enable", "enableClients", "one_client_enabled", false],
    ["/sessions", "end-sessions", "endSessionsAtOnce", "session_ended", true],
    ["/clients/x?tab=sessions", "end-sessions", "endSessionsAtOnce", "session_ended", true],
  ])("%s: %s", async (path, act, operation, done, asks) => {
    await start(["clients:read", "clients:write", "sessions:read", "sessions:write"]);
    const html = await (await console.get(path)).text();
    expect(html).toContain(`name="act" value="${act}"`);
    expect(html).toMatch(/<input type="checkbox" form="bulk" name="ids"/);
    const sent = () => console.sent.filter((one) => one.operation === operation);
    if (asks) {
      const several = await (await console.post(path, chosen(act))).text();
      expect(several).toContain('id="confirmation"');
      const one = await (await console.post(path, { act, ids: idOf(1) })).text();
      expect(warningIn(one)).not.toBe(warningIn(several));
      expect(sent()).toEqual([]);
    }
    const answer = await console.post(path, chosen(act, [["confirmed", "yes"]]));
    expect(answer.headers.get("location")).toBe(`${path}${path.includes("?") ? "&" : "?"}done=${done}`);
    expect(sent().map(({ input }) => input.body)).toEqual([{ ids: [idOf(1), idOf(2)] }]);
  });

  it("who may only read has no boxes", async () => {
    await start(["clients:read", "sessions:read"]);
    for (const path of ["/clients", "/sessions"]) {
      expect(await (await console.get(path)).text()).not.toContain('name="ids"');
    }
  });
});

describe("the page of one invitation", () => {
  const [path, scopes] = [`/people/invitations/${idOf(1)}`, ["people:read", "people:write"]];

  it("says its state and who invited, and its head has both acts", async () => {
    await start(scopes);
    const html = await (await console.get(path)).text();
    expect(html).toMatch(/class="badge accent"[^>]*>[^<]*(<[^>]*>)*Open</);
    expect(html).toContain("<dt>Invited by</dt>");
    for (const act of ["send-again", "withdraw"]) expect(html).toContain(`name="act" value="${act}"`);
    expect(html.match(new RegExp(`name="value" value="${idOf(1)}"`, "g"))).toHaveLength(2);
    await console.close();
    await start(["people:read"]);
    expect(await (await console.get(path)).text()).not.toMatch(/value="(send-again|withdraw)"/);
  });

  it("its button has the lock in place of its own icon", async () => {
    await start(scopes);
    const html = await (await console.get(path)).text();
    const [button = ""] = /<button[^>]* value="send-again"[\s\S]*?<\/button>/.exec(html) ?? [];
    expect(button).toContain('aria-describedby="asks-again"');
    expect(button.match(/<svg/g)).toHaveLength(1);
  });

  it("stays after it was sent again; one that is withdrawn has no page", async () => {
    await start(scopes);
    const again = await console.post(path, { act: "send-again", value: idOf(1), language: "en" });
    expect(again.headers.get("location")).toBe(`${path}?done=one_invitation_sent_again`);
    const withdrawn = await console.post(path, { act: "withdraw", value: idOf(1), confirmed: "yes" });
    expect(withdrawn.headers.get("location")).toBe("/people/invitations?done=one_invitation_withdrawn");
    expect(acts().map(({ input }) => input.body.ids)).toEqual([[idOf(1)], [idOf(1)]]);
  });
});

it("a tab says how many there are, none too", async () => {
  await start(["organizations:read", "people:read"], {
    listInvitations: { items: [], total: { count: 0, is_more: false } },
  });
  const counted = (html: string) => /<a[^>]*>Invitations <span class="tag">0</.test(html);
  expect(counted(await (await console.get(ORGANIZATION)).text())).toBe(true);
  expect(counted(await (await console.get("/people/invitations")).text())).toBe(true);
});
