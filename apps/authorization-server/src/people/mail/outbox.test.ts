import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailsIn } from "../../../testing/servers/mail.ts";
import { noon, openWorld, type World } from "../../../testing/world.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import type { Message } from "./message.ts";
import { openOutbox } from "./outbox.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => world.rows("DELETE FROM mail_delivery"));

const keys = [{ id: "k1", key: new Uint8Array(32).fill(1) }] as const;
const outbox = openOutbox({ isOn: true, domain: "auth.example", texts: sealedTexts(keys) });
const code: Message = {
  kind: "sign-up-code",
  language: "fr",
  to: "new@example.org",
  parameters: { code: "123456", link: "/sign-up/code?token=secret-of-the-link" },
  expiresAt: new Date(noon.getTime() + 600_000),
};
const enqueue = (message: Message, through = outbox) =>
  inTransaction(world.database.pool, (query) => through.enqueue(query, message, noon));

describe("a mail is written in the transaction of its act", () => {
  it("with all that its delivery needs, and due at once", async () => {
    await enqueue(code);
    expect(await mailsIn(world.rows, keys)).toEqual([{ ...code, userId: null }]);
    const [row] = await world.rows("SELECT id::text, message_id, attempts, next_attempt_at FROM mail_delivery");
    expect(row).toMatchObject({ message_id: `<${row?.id}@auth.example>`, attempts: 0, next_attempt_at: noon });
  });

  it("and is gone if the act fails", async () => {
    const act = inTransaction(world.database.pool, async (query) => {
      await outbox.enqueue(query, code, noon);
      throw new Error("the act failed");
    });
    await expect(act).rejects.toThrow("the act failed");
    expect(await mailsIn(world.rows, keys)).toEqual([]);
  });

  it("and goes with the account that it concerns", async () => {
    const [carol] = await world.rows(
      `INSERT INTO end_user (id, username, created_at, updated_at)
       VALUES (gen_random_uuid(), 'carol', $1, $1) RETURNING id`,
      [noon],
    );
    await enqueue({ ...code, userId: String(carol?.id) });
    await world.rows("DELETE FROM end_user WHERE id = $1", [carol?.id]);
    expect(await mailsIn(world.rows, keys)).toEqual([]);
  });

  it("is not written by a deployment that sends no mail", async () => {
    const off = openOutbox({ isOn: false, domain: "auth.example", texts: sealedTexts(keys) });
    await enqueue(code, off);
    expect([off.isOn, await mailsIn(world.rows, keys)]).toEqual([false, []]);
  });
});

describe("mail-09: a dump of the outbox", () => {
  it("contains neither code nor link, and no row can be decrypted as another", async () => {
    await enqueue(code);
    await enqueue({ ...code, to: "other@example.org" });
    const dump = await world.rows(
      "SELECT m::text AS text, encode(sealed_parameters, 'escape') AS raw FROM mail_delivery m",
    );
    for (const { text, raw } of dump) expect(`${text}${raw}`).not.toMatch(/123456|secret-of-the-link/);
    expect(await mailsIn(world.rows, keys)).toHaveLength(2);

    await world.rows(
      `UPDATE mail_delivery
          SET sealed_parameters = (SELECT sealed_parameters FROM mail_delivery WHERE address LIKE 'new@%')`,
    );
    await expect(mailsIn(world.rows, keys)).rejects.toThrow("cannot be decrypted");
  });
});

describe("mail-01, CWE-93: values in mail headers", () => {
  it.each([
    "a@x.example\r\nBcc: all@example.org",
    "a@x.example,b@y.example",
    "<a@x.example>b@y.example",
    '"a b"@x.example',
    "a@x.example\0",
    "a@b@x.example",
    "x.example",
    "@x.example",
    `${"a".repeat(245)}@x.example`,
  ])("an address is one address: %j is refused", async (to) => {
    await expect(enqueue({ ...code, to })).rejects.toThrow("this is no address for a mail");
  });

  it.each(["a@x.example", "o'neil+tag@x.example", "jörg@bücher.example", `${"a".repeat(244)}@x.example`])(
    "an address with unusual characters is accepted: %s",
    async (to) => {
      await enqueue({ ...code, to });
      expect(await mailsIn(world.rows, keys)).toMatchObject([{ to }]);
    },
  );
});

describe("mail-03: a link leads to the issuer", () => {
  it.each(["https://evil.example/", "@evil.example/", ".evil.example/", "", "/a b", "/a\r\nb"])(
    "%j is refused, because the issuer is prepended",
    async (link) => {
      await expect(enqueue({ ...code, parameters: { code: "1", link } })).rejects.toThrow("must be a path of ours");
    },
  );
});
