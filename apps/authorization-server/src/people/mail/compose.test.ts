import { generateKeyPairSync } from "node:crypto";
import { authenticate } from "mailauth";
import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { type Composition, composeMail } from "./compose.ts";
import { senderOf } from "./environment.ts";

const mail: Composition = {
  sender: { name: "Example", address: "no-reply@auth.example", domain: "auth.example" },
  to: "alice@example.org",
  messageId: "<1234@auth.example>",
  date: new Date("2030-01-01T12:00:00Z"),
  dkim: undefined,
  subject: "您在 auth.example 的验证码",
  text: "Zwölf: 123456\n",
  html: "<p>Zwölf: 123456</p>",
};

describe("RFC 5322: the message of a mail", () => {
  it("has one sender, one recipient and the two parts, and wants no automatic response (RFC 3834 §5)", async () => {
    const { headers, from, to, cc, bcc, subject, text, html, date, messageId, attachments } = await simpleParser(
      await composeMail(mail),
    );
    expect(from?.value).toEqual([{ name: "Example", address: "no-reply@auth.example" }]);
    expect([to, cc, bcc]).toMatchObject([
      { value: [{ name: "", address: "alice@example.org" }] },
      undefined,
      undefined,
    ]);
    expect({ subject, text, html, date, messageId, attachments }).toEqual({
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.date,
      messageId: mail.messageId,
      attachments: [],
    });
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect([...headers.keys()].sort()).toEqual(
      ["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"].sort(),
    );
  });

  it("has lines of at most 998 octets that end with CRLF (§2.1.1)", async () => {
    const message = (await composeMail({ ...mail, text: "a".repeat(5000), html: "é".repeat(5000) })).toString("latin1");
    expect(message.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of message.split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
  });
});

describe("RFC 2387: the logo is a part beside the HTML", () => {
  it("with the address that the HTML shows, and loads nothing", async () => {
    const html = '<p><img src="cid:logo" alt=""></p>';
    const image = Buffer.from("picture").toString("base64");
    const message = await composeMail({ ...mail, html, logo: { mediaType: "image/png", image } });
    const { attachments } = await simpleParser(message);
    expect(message.toString()).toContain("multipart/related");
    expect(attachments).toMatchObject([{ cid: "logo", contentType: "image/png", contentDisposition: "inline" }]);
    expect(attachments[0]?.content.toString()).toBe("picture");
  });
});

describe("mail-01, CWE-93: no value makes a header line or a recipient", () => {
  const evil = "x\r\nBcc: all@example.org\r\nX-Evil: 1\r\n\r\nbody";
  const changed: [string, Partial<Composition>][] = [
    ["subject", { subject: evil }],
    ["name of the sender", { sender: { ...mail.sender, name: evil } }],
    ["address of the sender", { sender: { ...mail.sender, address: `a@auth.example${evil}` } }],
    ["recipient", { to: `a@example.org${evil}` }],
    ["list of recipients", { to: "a@example.org, all@example.org" }],
    ["Message-ID", { messageId: `<1@auth.example>${evil}` }],
    ["text", { text: evil }],
    ["HTML", { html: evil }],
  ];
  it.each(changed)("%s", async (_, change) => {
    const message = await composeMail({ ...mail, ...change });
    const { headers, to, bcc } = await simpleParser(message);
    expect([headers.has("x-evil"), bcc]).toEqual([false, undefined]);
    expect((Array.isArray(to) ? to : [to]).flatMap((one) => one?.value ?? [])).toHaveLength(1);
  });
});

describe("RFC 6376: DKIM", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const dkim = { selector: "mail1", privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string };
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
  const resolver = async (name: string, type: string) => {
    if (name === "mail1._domainkey.auth.example" && type === "TXT") return [[record]];
    throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
  };
  const verify = async (message: Buffer) =>
    (
      await authenticate(message, {
        trustReceived: false,
        resolver,
        disableArc: true,
        disableDmarc: true,
        disableBimi: true,
      })
    ).dkim.results;

  it("a verifier accepts the signature of the sender's domain, which covers the important headers", async () => {
    const [result] = await verify(await composeMail({ ...mail, dkim }));
    expect(result).toMatchObject({
      status: { result: "pass", aligned: "auth.example" },
      signingDomain: "auth.example",
      selector: "mail1",
    });
    const covered = String(result?.signingHeaders?.keys).toLowerCase();
    for (const name of ["from", "to", "subject", "date", "message-id"]) expect(covered).toContain(name);
  });

  it("and refuses a message that was changed on its way", async () => {
    const message = (await composeMail({ ...mail, dkim })).toString("latin1").replace("123456", "654321");
    const [result] = await verify(Buffer.from(message, "latin1"));
    expect(result?.status.result).not.toBe("pass");
  });

  it("the sender is of the issuer's host unless MAIL_FROM says otherwise", () => {
    expect(senderOf({ ISSUER: "https://auth.example:8443/tenant" } as never)).toEqual({
      name: "",
      address: "no-reply@auth.example",
      domain: "auth.example",
    });
  });
});
