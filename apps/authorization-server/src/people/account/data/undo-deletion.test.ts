import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { mailsIn } from "../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { password } from "../../../../testing/world.ts";
import { addPerson } from "../../../administration/people/people.ts";
import { parseKeyEncryptionKeys } from "../../../issuer/keys/key-encryption-keys.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;
let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { MAIL_URL: "smtp://127.0.0.1:2525", KEY_ENCRYPTION_KEYS: KEYS } });
});
afterAll(() => service.close());

it("acct-09: the link that takes a change of address back also takes back a deletion that followed", async () => {
  const claims = { email: "vera@old.example", email_verified: true };
  const passwordHash = await service.deps.passwords.hash(password);
  const id = await addPerson(
    service.database,
    { username: "vera", passwordHash, claims },
    byOperatorAt(service.clock.now),
  );
  const mails = () => mailsIn(service.rows, parseKeyEncryptionKeys(KEYS));
  const codeOf = async () => (await mails()).find(({ kind }) => kind === "email-change-code")?.parameters.code ?? "";
  const linkOf = async () => (await mails()).find(({ kind }) => kind === "email-changed")?.parameters.link ?? "";

  const mal = openBrowser(service.origin);
  const login = await mal.follow(await mal.get("/account/email"));
  const page = await mal.follow(await mal.submit(login, "/login", { username: "vera", password, action: "sign-in" }));
  const asked = await mal.follow(
    await mal.submit(page, "/account/email", { email: "mal@evil.example", action: "change" }),
  );
  await mal.follow(await mal.submit(asked, "/account/email", { code: await codeOf(), action: "confirm" }));
  await mal.submit(await mal.get("/account/delete"), "/account/delete", { username: "vera", action: "delete" });

  const vera = openBrowser(service.origin);
  const undo = await vera.follow(await vera.get(await linkOf()));
  const done = await vera.submit(undo, "/undo-email", { email: "vera@old.example" });
  expect(done.body).toContain('id="done"');
  expect(await service.rows("SELECT disabled_at, deletion_due_at, email FROM end_user WHERE id = $1", [id])).toEqual([
    { disabled_at: null, deletion_due_at: null, email: "vera@old.example" },
  ]);
});
