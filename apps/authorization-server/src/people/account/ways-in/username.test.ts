import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";
import { addPerson } from "../../../administration/people/people.ts";
import { changeUsername } from "../../../administration/people/usernames.ts";

const path = "/account/username";
let service: Service;
let passwordHash: string;
let browser: Browser;
let page: Answer;
let username: string;
let userId: string;
let people = 0;
beforeAll(async () => {
  const key = `k1:${Buffer.alloc(32, 7).toString("base64url")}`;
  service = await startService({ settings: { MAIL_URL: "smtps://mail.example", KEY_ENCRYPTION_KEYS: key } });
  passwordHash = String((await service.rows("SELECT password_hash AS hash FROM end_user LIMIT 1"))[0]?.hash);
});
afterAll(() => service.close());
beforeEach(async () => {
  people += 1;
  username = `person${people}`;
  userId = await add(username);
  browser = openBrowser(service.origin);
  page = await (await signedInAs(service, username, { browser })).get(path);
});

async function add(name: string): Promise<string> {
  const claims = { email: `${name}@example.org`, email_verified: true };
  const added = await addPerson(
    service.database,
    { username: name, passwordHash, claims },
    byOperatorAt(service.deps.now()),
  );
  if (added === undefined) throw new Error(`${name} is there already`);
  return added;
}
const change = (name: string, at = page) => browser.submit(at, path, { username: name });
const held = async () => (await service.rows("SELECT username FROM end_user WHERE id = $1", [userId]))[0]?.username;
const act = (id: string, name: string) =>
  changeUsername(service.deps, { userId: id, username: name, browser: "" }, { ...byOperatorAt(service.clock.now) });

describe("a person changes their username", () => {
  it("signs in with the new one, stays the same subject, and hears of it by mail", async () => {
    const answer = await change(` Renamed${people} `);
    expect(answer.location?.href).toBe(`${issuer}${path}?done=username_changed`);
    expect((await browser.follow(answer)).body).toContain(`<bdi>renamed${people}</bdi>`);
    expect(await service.deps.users.findForSignIn(`RENAMED${people}`)).toMatchObject({ id: userId });
    expect(await service.deps.users.findForSignIn(username)).toBeUndefined();
    expect((await service.mails()).at(-1)).toMatchObject({ kind: "username-changed", userId });
  });

  it("writes an audit event, in which the names are sealed", async () => {
    await change(`renamed${people}`);
    const [row] = await service.rows("SELECT * FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(row).toMatchObject({ type: "username_changed", actor: "user", actor_id: userId, detail: {} });
    expect(row?.sealed_personal).toBeInstanceOf(Buffer);
  });

  it("and the old name, or one that looks like it, is not given to another person for 180 days", async () => {
    await change(`renamed${people}`);
    expect(await act(service.mallory, username)).toBe("taken");
    expect(await act(userId, username)).toBe("taken");
    service.pass(181 * 86_400);
    expect(await act(userId, username)).toBe("changed");
  });

  it.each<[string, number, string]>([
    ["alice", 422, "is taken"],
    ["ALICE", 422, "is taken"],
    ["аdmin", 422, "can’t be used"],
    ["admin", 422, "can’t be used"],
    ["alice@example.org", 422, "can’t be used"],
    ["", 422, "can’t be used"],
    ["<script>", 422, "can’t be used"],
  ])("not to %j", async (name, status, says) => {
    const answer = await change(name);
    expect([answer.status, answer.body.includes(says), await held()]).toEqual([status, true, username]);
    expect(answer.body).not.toContain("<script>");
  });

  it("not to the one that they have", async () => {
    expect((await change(username.toUpperCase())).body).toContain("This is already your username.");
  });

  it("three times in 30 days", async () => {
    for (const name of ["a", "b", "c"]) expect(await act(userId, `${username}${name}`)).toBe("changed");
    expect(await act(userId, `${username}d`)).toBe("too_many");
    service.pass(31 * 86_400);
    expect(await act(userId, `${username}d`)).toBe("changed");
  });

  it("after a sign-in of the last five minutes, and the form is not sent again after it", async () => {
    service.pass(301);
    const answer = await change(`renamed${people}`);
    expect([answer.location?.pathname, await held()]).toEqual(["/login", username]);
  });

  it("of two people who ask for one username at the same time, one gets it", async () => {
    for (let round = 0; round < 10; round++) {
      const ids = await Promise.all([add(`racer${people}-${round}-a`), add(`racer${people}-${round}-b`)]);
      const results = await Promise.all(ids.map((id) => act(id, `winner${people}-${round}`)));
      expect(results.toSorted()).toEqual(["changed", "taken"]);
    }
  });

  it("and their passkeys hear the new name", async () => {
    const answer = await browser.follow(await change(`renamed${people}`));
    const details = /data-details="([^"]*)"/.exec(answer.body)?.[1]?.replaceAll("&quot;", '"') ?? "";
    expect(JSON.parse(details)).toMatchObject({ rpId: "auth.example", name: `renamed${people}` });
  });
});

describe("USERNAME_CHARACTERS: a deployment may allow letters of any one script", () => {
  it("and not letters of two, nor what looks like a reserved name", async () => {
    const wide = await startService({ settings: { USERNAME_CHARACTERS: "unicode" } });
    const at = openBrowser(wide.origin);
    const own = await (await signedInAs(wide, "alice", { browser: at })).get(path);
    for (const name of ["аdmin", "aлиса", "һеӏр", "ALICE", "a@b"])
      expect((await at.submit(own, path, { username: name })).status).toBe(422);
    expect((await at.submit(own, path, { username: "Борис" })).status).toBe(303);
    expect(await wide.deps.users.findForSignIn("борис")).toMatchObject({ id: wide.alice });
    await wide.close();
  });
});
