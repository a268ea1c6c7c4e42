import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, hiddenFields, openBrowser } from "../../../testing/browser.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

const path = "/account/profile";
/** A PNG of 8 by 6 pixels with a comment. */
const PNG = Buffer.from(
  [
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAFHRFWHRDb21tZW50AFNFQ1JFVCBQTEFDRfqR5asAAAAYSURBVHic",
    "Y2RgaJBjYMBELAwaDFgBPSQA+fICMBfUA3oAAAAASUVORK5CYII=",
  ].join(""),
  "base64",
);
let service: Service;
let browser: Browser;
let page: Answer;
/** Where pictures are sent from: a limit counts them for each source. */
let address: string;
let tests = 0;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM person_picture");
  await service.rows("UPDATE end_user SET picture = NULL, disabled_at = NULL");
  browser = openBrowser(service.origin);
  tests += 1;
  address = `10.8.0.${tests}`;
  page = await (await signedInAs(service, "alice", { browser })).get(path);
});

/** Sends the form of the picture, as a browser does. */
async function send(file: Uint8Array | undefined, fields: Record<string, string> = {}, headers = {}) {
  const form = new FormData();
  const values = { csrf: hiddenFields(page.body, path).csrf ?? "", action: "upload", ...fields };
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  form.append("picture", new Blob([Buffer.from(file ?? [])], { type: "image/png" }), file ? "me.html" : "");
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const sent = { cookie, "x-forwarded-for": address, origin: issuer, "sec-fetch-site": "same-origin", ...headers };
  return fetch(`${service.origin}${path}`, { method: "POST", body: form, headers: sent, redirect: "manual" });
}
const claim = async () =>
  (await service.rows("SELECT picture FROM end_user WHERE id = $1", [service.alice]))[0]?.picture as string | null;
const shown = async (url: string | null) => fetch(`${service.origin}${String(url).slice(issuer.length)}`);

describe("a person sends a picture of themselves", () => {
  it("which is shown at an address of ours, without its metadata, and says its type", async () => {
    expect((await send(PNG)).status).toBe(303);
    const url = await claim();
    expect(url).toMatch(/^https:\/\/auth\.example\/picture\/[\da-f-]{36}$/);
    const answer = await shown(url);
    const body = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(body.subarray(1, 4).toString()).toBe("PNG");
    expect([PNG.includes("SECRET"), body.includes("SECRET")]).toEqual([true, false]);
  });

  it("acct-03: and which can do nothing when a browser opens it", async () => {
    await send(PNG);
    const { headers } = await shown(await claim());
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect([headers.get("cache-control"), headers.get("set-cookie")]).toEqual(["private, max-age=300", null]);
  });

  it("and sees it on the page, and replaces it: the old address leads to nothing", async () => {
    await send(PNG);
    const first = await claim();
    expect((await browser.get(path)).body).toContain(`src="${first?.slice(issuer.length)}"`);
    await send(PNG);
    expect(await claim()).not.toBe(first);
    expect((await shown(first)).status).toBe(404);
    const events = "SELECT detail FROM audit_event WHERE type = 'profile_changed' ORDER BY id DESC LIMIT 1";
    expect(await service.rows(events)).toEqual([{ detail: { claims: ["picture"] } }]);
  });

  it("and removes it", async () => {
    await send(PNG);
    const url = await claim();
    expect((await send(undefined, { action: "remove-picture" })).status).toBe(303);
    expect([await claim(), (await shown(url)).status]).toEqual([null, 404]);
  });

  it("which is not shown while the account is disabled, and goes with the account", async () => {
    await send(PNG);
    await service.rows("UPDATE end_user SET disabled_at = $2 WHERE id = $1", [service.alice, service.clock.now]);
    expect((await shown(await claim())).status).toBe(404);
    const owner = "SELECT confdeltype FROM pg_constraint WHERE conname = 'person_picture_user_id_fkey'";
    expect(await service.rows(owner)).toEqual([{ confdeltype: "c" }]);
  });

  it("and the page loads no picture of another site", async () => {
    await service.rows("UPDATE end_user SET picture = 'https://elsewhere.example/me.png'");
    const { body } = await browser.get(path);
    expect(body).not.toContain("elsewhere.example");
    expect(body).toContain('id="remove-picture"');
  });
});

describe("a file that is not a picture is refused, and the old one stays", () => {
  it.each<[string, Uint8Array | undefined]>([
    ["acct-03: an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>")],
    ["acct-03: a page", Buffer.from("<script>alert(1)</script>")],
    ["a picture that is cut off", PNG.subarray(0, 40)],
    ["nothing", undefined],
  ])("%s", async (_, file) => {
    await send(PNG);
    const before = await claim();
    const answer = await send(file);
    expect([answer.status, (await answer.text()).includes('id="problem-picture"')]).toEqual([422, true]);
    expect(await claim()).toBe(before);
  });

  it("a file of more than 256 KB, with a page that says so", async () => {
    const answer = await send(Buffer.alloc(300_000));
    expect([answer.status, (await answer.text()).includes("at most 256 KB")]).toEqual([413, true]);
  });

  it("a form that another site sent", async () => {
    expect((await send(PNG, { csrf: "x" })).status).toBe(403);
    expect((await send(PNG, {}, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await claim()).toBeNull();
  });

  it("more than ten in a minute", async () => {
    const headers = { "x-forwarded-for": "10.9.9.9" };
    for (let count = 0; count < 10; count++) expect((await send(PNG, {}, headers)).status).toBe(303);
    expect((await send(PNG, {}, headers)).status).toBe(429);
  });

  it.each(["", "x", "../account", "00000000-0000-4000-8000-000000000001", "%00"])("no picture is at %j", async (id) => {
    expect((await fetch(`${service.origin}/picture/${id}`)).status).toBeGreaterThanOrEqual(400);
  });

  it("where the deployment does not let people change it", async () => {
    const without = await startService({ settings: { PROFILE_CLAIMS: "nickname" } });
    const at = openBrowser(without.origin);
    const own = await (await signedInAs(without, "alice", { browser: at })).get(path);
    expect(own.body).not.toContain("multipart");
    for (const action of ["upload", "remove-picture"])
      expect((await at.submit(own, path, { action })).status).toBe(404);
    await without.close();
  });
});
