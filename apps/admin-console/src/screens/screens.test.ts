import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";
import type { Screen } from "./screen.ts";
import { SCREENS } from "./screens.ts";

let console: TestConsole;
afterEach(() => console.close());

/** The standing roles of the administration API, and none. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  owner: [...new Set(SCREENS.flatMap(needsOf))],
  people: ["people:read", "people:write", "sessions:read", "sessions:write", "statistics:read"],
  clients: ["clients:read", "clients:write"],
  auditor: ["audit:read"],
  organizations: ["organizations:read", "organizations:write"],
};

function needsOf({ needs, acts = {} }: Screen): readonly string[] {
  return [...(needs === undefined ? [] : [needs]), ...Object.values(acts).map((act) => act.needs)];
}

const addressOf = ({ path }: Screen) => path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000001");
const everyRole = SCREENS.flatMap((screen) =>
  Object.entries(ROLES).map(([role, scopes]) => [screen.path, role, screen, scopes] as const),
);

describe("co.2: what a role cannot do is not shown, and refused when sent anyway", () => {
  it.each(everyRole)("%s with the role %s", async (_, __, screen, scopes) => {
    console = await startConsole({ scopes, answers: answersWith("x") });
    const mayShow = screen.needs === undefined || scopes.includes(screen.needs);
    const page = await console.get(addressOf(screen));
    expect(page.status).toBe(mayShow ? 200 : 403);
    const html = await page.text();

    const held = mayShow ? scopes : [];
    // 42: the page that refuses keeps the places that there are.
    expect(placesIn(html)).toEqual(placesFor(scopes));
    for (const [act, { needs }] of Object.entries(screen.acts ?? {})) {
      const allowed = held.includes(needs);
      const isShown = html.includes(`name="act" value="${act}"`);
      const before = console.sent.length;
      const { status } = await console.post(addressOf(screen), { act, value: "v", username: "x" });
      const isRefused = status === 403 && console.sent.length === before;
      expect([act, isRefused, allowed || !isShown]).toEqual([act, !allowed, true]);
    }
  });
});

describe("co.4: what cannot be taken back says first what it does", () => {
  /** Operations that end something. */
  const CHANGES_ROLES = /^(give|take)Role\w+(People|Members)$/;
  const ENDS = /^(remove|delete|disable|revoke|rotate|end|reset|withdraw)/;
  /** Their page gives back what they end, it comes back by itself, or the page already says what they do. */
  const LIGHT = new Set([
    "removeMember",
    "removeOrganizationGroupMember",
    "removeLogo",
    "withdrawConsents",
    "endSession",
    "rotateWebhookSecret",
    "rotateHookSecret",
    "resetFactors",
  ]);
  const scopes = ROLES.owner ?? [];
  const everyAct = SCREENS.flatMap((screen) =>
    Object.entries(screen.acts ?? {}).map(([name, act]) => [`${screen.path} ${name}`, screen, name, act] as const),
  );
  /** A rotation with an overlap ends nothing. */
  const isOverlapped = ({ operation, input }: TestConsole["sent"][number]) =>
    operation === "rotateClientSecret" && input.body.overlap > 0;
  const ending = () =>
    console.sent
      .filter((one) => ENDS.test(one.operation) && !(LIGHT.has(one.operation) || isOverlapped(one)))
      .map(({ operation }) => operation);

  it.each(everyAct)("%s", async (_, screen, name, { confirmation }) => {
    console = await startConsole({ scopes, answers: answersWith("x") });
    const fields = { act: name, value: "00000000-0000-4000-8000-000000000002", etag: '"v3"' };
    const first = await console.post(addressOf(screen), fields);
    expect(ending()).toEqual([]);
    if (confirmation === undefined) return;

    const html = await first.text();
    expect([first.status, html.includes('id="confirmation"'), html.includes('id="warning"')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(html).toContain(`name="value" value="${fields.value}"`);
    expect(html).toMatch(
      /<div class="buttons">\s*<a class="button" id="back" [^>]*>Cancel<\/a>\s*<button class="danger /,
    );
    expect(html).toContain('name="etag" value="&quot;v3&quot;"');
    const before = console.sent.length;
    await console.post(addressOf(screen), { ...fields, confirmed: "yes" });
    const acted = console.sent.slice(before).map(({ operation }) => operation);
    expect(acted.some((one) => ENDS.test(one) || CHANGES_ROLES.test(one) || one.startsWith("change"))).toBe(true);
  });

  it("names what it is about", async () => {
    console = await startConsole({ scopes, answers: answersWith("Clerk <b>") });
    const role = await console.post("/roles/00000000-0000-4000-8000-000000000001", { act: "remove" });
    expect(await role.text()).toMatch(/<dd>\s*<bdi>Clerk &lt;b&gt;<\/bdi>/);
    const group = await console.post("/groups/00000000-0000-4000-8000-000000000001", { act: "remove" });
    expect(await group.text()).toMatch(/<dd>\s*<bdi>Clerk &lt;b&gt;<\/bdi>/);
  });

  it("has its words in each language", async () => {
    console = await startConsole({ scopes, answers: answersWith("x") });
    const texts = await Promise.all(
      ["de", "en", "es", "fr", "zh"].map(async (language) => {
        const shown = await console.post("/roles/x", { act: "remove" }, { "accept-language": language });
        return /id="warning">([^<]+)</.exec(await shown.text())?.[1];
      }),
    );
    expect(new Set(texts).size).toBe(5);
  });
});

const PLACES = SCREENS.filter(({ place }) => place !== undefined);
const placesIn = (html: string) => {
  const rail = html.replace(/<ol class="crumbs"[\s\S]*?<\/ol>/, "");
  return PLACES.filter(({ path }) => rail.includes(`<li><a href="${path}"`));
};
const placesFor = (scopes: readonly string[]) =>
  PLACES.filter(({ needs }) => needs === undefined || scopes.includes(needs));

describe("og.7: an administrator of one organization", () => {
  const scopes = ROLES.organizations ?? [];
  const organization = "00000000-0000-4000-8000-000000000001";

  it("is not shown what only administrators of the deployment may do", async () => {
    console = await startConsole({ scopes, organization, answers: answersWith("x") });
    const list = await (await console.get("/organizations")).text();
    expect(list).not.toContain('value="add"');
    const parts = ["members", "groups", "invitations", "domains", "settings"];
    const pages = parts.map(async (tab) => (await console.get(`/organizations/${organization}?tab=${tab}`)).text());
    const one = (await Promise.all(pages)).join("");
    for (const act of ["rename", "disable", "enable"]) expect(one).not.toContain(`value="${act}"`);
    expect(one).not.toContain('id="add-members"');
    for (const act of ["remove-member", "add-domain"]) expect(one).toContain(`value="${act}"`);
    const invite = await (await console.get(`/organizations/${organization}/invite`)).text();
    expect(invite).toContain('value="invite"');
    expect((await console.get(`/organizations/${organization}/delete`)).status).toBe(403);
  });

  it("sees and revokes the tokens of its directory, and gives none", async () => {
    console = await startConsole({ scopes, organization, answers: answersWith("x") });
    const tokens = await (await console.get(`/organizations/${organization}/scim`)).text();
    expect(tokens).toContain('value="revoke"');
    expect(tokens).not.toContain('value="add"');
  });

  it("signs in with its slug, and keeps it when a stronger sign-in is needed", async () => {
    console = await startConsole({ scopes, answers: answersWith("x") });
    const to = async (path: string) => (await console.get(path)).headers.get("location") ?? "";
    expect(new URL(await to("/sign-in/acme")).searchParams.get("slug")).toBe("acme");
    expect((await console.get("/sign-in/Not-a-slug")).status).toBe(404);
  });

  it("is joined only by those whom administrators choose who may read people", async () => {
    console = await startConsole({ scopes, answers: answersWith("x") });
    const { status } = await console.post(`/organizations/${organization}/add`, { act: "add", value: "x" });
    expect(status).toBe(403);
    expect(console.sent.map(({ operation }) => operation)).not.toContain("addOrganizationMembers");
  });
});

describe("cons-01: what people and clients wrote is text", () => {
  const hostile = ["<script>alert(1)</script>", '"onload="alert(1)', "javascript:alert(1)", "<img src=//x>", "{{1}}"];
  const all = ROLES.owner ?? [];

  it.each(SCREENS.map((screen) => [screen.path, screen] as const))("%s", async (_, screen) => {
    for (const text of hostile) {
      console = await startConsole({ scopes: all, answers: answersWith(text) });
      const html = await (await console.get(addressOf(screen))).text();
      expect(html).not.toMatch(
        /<script(?! src="\/assets\/(?:ui|console|preview|matches)\.js\?)|<img src=\/\/|\sonload="/i,
      );
      expect(html).not.toMatch(/href="javascript:/i);
      if (text !== hostile.at(-1)) await console.close();
    }
  });
});

describe("every screen", () => {
  it.each(SCREENS.map((screen) => [screen.path, screen] as const))(
    "%s has its texts in each language",
    async (_, screen) => {
      console = await startConsole({ scopes: ROLES.owner ?? [], answers: answersWith("x") });
      const { cookie } = console.signedIn();
      for (const language of ["de", "en", "es", "fr", "zh"]) {
        const page = await console.get(addressOf(screen), { cookie, "accept-language": language });
        const html = await page.text();
        expect([page.status, /<html lang="(\w+)"/.exec(html)?.[1]]).toEqual([200, language]);
      }
    },
  );

  it.each(SCREENS.map((screen) => [screen.path, screen] as const))(
    "%s is not framed or cached, and runs no script but ours",
    async (_, screen) => {
      console = await startConsole({ scopes: ROLES.owner ?? [], answers: answersWith("x") });
      const { headers } = await console.get(addressOf(screen));
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(headers.get("cache-control")).toBe("no-store");
    },
  );
});
