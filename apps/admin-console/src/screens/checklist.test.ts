import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

describe("37: the check list of the overview", () => {
  it("is hidden in the browser that asks for it, and can be seen again", async () => {
    const scopes = ["settings:read", "settings:write", "clients:read", "clients:write", "people:read", "people:write"];
    console = await startConsole({ scopes, answers: answersWith("x") });
    const { cookie = "" } = console.signedIn();
    const page = async (path: string, kept: string) => (await console.get(path, { cookie: kept })).text();
    expect(await page("/", cookie)).toContain('id="checklist"');

    const hidden = await console.post("/", { act: "hide-checklist" });
    expect([hidden.status, hidden.headers.get("location")]).toEqual([303, "/"]);
    const [set = ""] = hidden.headers.getSetCookie();
    expect(set).toMatch(
      /^countersign-console-4004-checklist=hidden; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );

    const both = `${cookie}; ${set.split(";")[0]}`;
    expect(await page("/", both)).not.toContain('id="checklist"');
    expect(await page("/", both)).toContain('id="show-checklist"');
    expect(await page("/?checklist=shown", both)).toContain('id="checklist"');
    expect(await page("/", cookie)).toContain('id="checklist"');
  });

  const MAY = ["settings:read", "settings:write", "clients:read", "clients:write", "people:read", "people:write"];
  const owner = { id: "of-owners", name: "owner", is_of_service: true };
  const listed = async (answers: object, scopes = [...MAY, "roles:read"]) => {
    console = await startConsole({
      scopes,
      answers: { ...answersWith("x"), listRoles: { items: [owner] }, listProviders: { items: [] }, ...answers },
    });
    const html = await (await console.get("/")).text();
    return html.slice(html.indexOf('id="checklist"')).split("</section>")[0] ?? "";
  };

  it.each([
    ["one owner, however many users there are", [{}], '<a class="button small" href="/people/invite"'],
    ["two", [{}, {}], 'Add a second owner</span></span><span class="badge good"'],
  ])("a second owner: %s", async (_, owners, expected) => {
    const listPeople = ({ query }: { readonly query: Readonly<Record<string, unknown>> }) => {
      const isAsked = query.role === owner.id && query.status === "enabled";
      return { items: isAsked ? owners : [{}, {}] };
    };
    expect(await listed({ listPeople })).toContain(expected);
  });

  it.each([
    ["none but the console and the command line", ["admin-console", "countersign-cli"], false],
    ["another one", ["admin-console", "countersign-cli", "shop"], true],
  ])("a first application: %s", async (_, ids, isDone) => {
    const { readClient } = answersWith("x");
    const items = ids.map((client_id) => ({ ...readClient, client_id }));
    const html = await listed({ listClients: { items } });
    expect(html.includes('<a class="button small" href="/clients/new"')).toBe(!isDone);
  });

  it("the person’s own passkey", async () => {
    const person = answersWith("x").readPerson;
    const has = { ...person, factors: { ...person.factors, passkeys: 1 } };
    const link = '<a class="button small" href="https://auth.example/account/passkeys" target="_blank"';
    const readPerson = ({ path }: { readonly path: { readonly id: string } }) => (path.id === "p1" ? has : person);
    expect(await listed({})).toContain(link);
    await console.close();
    expect(await listed({ readPerson })).not.toContain(link);
  });

  it.each([
    ["none was delivered", [], '<a class="button small" href="/settings/mails"'],
    ["one was delivered", [{}], 'Send a test email</span></span><span class="badge good"'],
  ])("a test email: %s", async (_, items, expected) => {
    const listMails = ({ query }: { readonly query: Readonly<Record<string, unknown>> }) => ({
      items: query.state === "delivered" ? items : [{}],
    });
    expect(await listed({ listMails })).toContain(expected);
  });

  it("the backup of the key-encryption key, which a person says is there", async () => {
    expect(await listed({})).toContain('<a class="button small" href="/backup"');
    const { cookie = "" } = console.signedIn();
    expect(await (await console.get("/backup")).text()).toContain('value="confirm-backup"');
    const confirmed = await console.post("/backup", { act: "confirm-backup" });
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, "/"]);
    const [set = ""] = confirmed.headers.getSetCookie();
    expect(set).toMatch(/^countersign-console-4004-backup=hidden; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const both = { cookie: `${cookie}; ${set.split(";")[0]}` };
    expect(await (await console.get("/", both)).text()).not.toContain('href="/backup"');
    expect(await (await console.get("/backup", both)).text()).not.toContain("confirm-backup");
  });

  it.each([
    ["https://docs.example", "https://docs.example/backup.html"],
    ["https://docs.example/site/?a=1", "https://docs.example/site/backup.html"],
  ])("of the backup says more in the documents of the deployment: %s", async (url, href) => {
    const played = { scopes: MAY, answers: answersWith("x") };
    console = await startConsole({ ...played, config: { DOCUMENTATION_URL: url } });
    const html = await (await console.get("/backup")).text();
    expect(html).toMatch(new RegExp(`<a [^>]*id="backup-documents"[^>]* href="${href}"`));
    await console.close();
    console = await startConsole(played);
    const alone = await (await console.get("/backup")).text();
    expect(alone).not.toContain("backup-documents");
    const isPrimary = (page: string) => page.includes('<button class="primary" name="act" id="confirm-backup"');
    expect([html, alone].map(isPrimary)).toEqual([false, true]);
  });

  it("has no step of which the person may not know whether it is done", async () => {
    expect(await listed({}, MAY)).not.toContain("second owner");
  });
});

describe("4.5: what is wrong stands first on the overview, and only then", () => {
  const DAY = 86_400_000;
  const shown = async (failure: string | null, days: number) => {
    const key = { kid: "k", alg: "ES256", state: "signing", signs_until: null };
    const webhook = { ...answersWith("x").readWebhook, id: "w", name: "CRM", failure };
    const answers: Record<string, unknown> = { ...answersWith("x"), listWebhooks: { items: [webhook] } };
    answers.listKeys = () => ({
      items: [{ ...key, signs_from: new Date(console.clock.now.getTime() - days * DAY).toISOString() }],
    });
    console = await startConsole({ scopes: ["settings:read"], answers });
    const html = await (await console.get("/")).text();
    return [html.includes('<a href="/settings/webhooks/w"><bdi>CRM'), html.includes('id="old-keys"')];
  };

  it.each([
    ["a webhook that the service disabled", "backlog", 1, [true, false]],
    ["a key that signs for longer than it should", null, 101, [false, true]],
    ["nothing", null, 99, [false, false]],
  ] as const)("%s", async (_, failure, days, expected) => {
    expect(await shown(failure, days)).toEqual(expected);
  });
});
