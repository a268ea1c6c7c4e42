import { randomUUID } from "node:crypto";
import { type HeldCredential, newCredential } from "@countersign/dev/test-authenticator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { openBrowser } from "../../../testing/browser.ts";
import { passkeySignIn } from "../../../testing/factors/passkeys.ts";
import { authorizationOf } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { linesOf } from "./lines.ts";
import { runImport } from "./run.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  service.pass(60);
});
afterAll(() => service.close());

const rpId = () => service.deps.relyingParty?.id;

/** The member of a line for a credential. */
const member = (key: HeldCredential, changes: object = {}) => ({
  credential_id: key.id.toString("base64url"),
  public_key: key.coseKey.toString("base64url"),
  rp_id: rpId(),
  use: "sign-in",
  transports: ["internal"],
  ...changes,
});

const person = (username: string, key: HeldCredential, changes: object = {}) => ({
  external_id: randomUUID(),
  username,
  user_handle: key.userHandle.toString("base64url"),
  passkeys: [member(key, changes)],
});

const imported = (lines: readonly object[]) =>
  runImport(service.database, {
    lines: linesOf(
      (async function* () {
        yield lines.map((line) => JSON.stringify(line)).join("\n");
      })(),
    ),
    options: { source: "shop", trustVerified: false, allowWeakHashes: false },
    administration: [],
    rpId: rpId(),
    sealedTexts: () => service.deps.sealedTexts,
    dryRun: false,
    by: () => byOperatorAt(service.deps.now()),
    onBroken: () => {},
    onProgress: () => {},
  });

describe("im.5: passkeys of the same RP ID", () => {
  it.each([-7, -8, -257] as const)("of algorithm %i sign in", async (alg) => {
    const key = newCredential(alg);
    const username = `passkey${alg}.import`;
    expect(await imported([person(username, key)])).toMatchObject({ added: 1, refused: [] });
    const browser = openBrowser(service.origin);
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "login" })));
    expect((await passkeySignIn(browser, page, key, { signCount: 1 })).status).toBe(303);
    const signIns = await service.rows(
      "SELECT FROM audit_event e JOIN end_user u ON u.id = e.user_id WHERE e.type = 'sign_in' AND u.username = $1",
      [username],
    );
    expect(signIns).toHaveLength(1);
  });

  it.each<[string, object]>([
    ["of another RP ID", { rp_id: "other.example" }],
    ["with a key that is no CBOR", { public_key: "AAAA" }],
    [
      "with a key of no algorithm that is supported",
      { public_key: Buffer.from("a1032f", "hex").toString("base64url") },
    ],
  ])("one %s is refused, and the account with it", async (_, changes) => {
    const username = `refused${randomUUID()}.import`;
    const { refused } = await imported([person(username, newCredential(), changes)]);
    expect(refused).toMatchObject([{ line: 1, problem: "passkey" }]);
    expect(await service.rows("SELECT FROM end_user WHERE username = $1", [username])).toEqual([]);
  });

  it("WebAuthn §7.1 step 26: one that another account has is refused, in the same import too", async () => {
    const key = newCredential();
    const lines = [person("first.passkey", key), person("second.passkey", key)];
    expect(await imported(lines)).toMatchObject({ added: 1, refused: [{ line: 2, problem: "passkey" }] });
    expect(await imported([person("third.passkey", key)])).toMatchObject({ refused: [{ problem: "passkey" }] });
  });

  it("one is known by its bytes, no matter what the unused bits of the last character are", async () => {
    const key = { ...newCredential(), id: Buffer.from("c0ffee01", "hex") };
    const spelled = key.id.toString("base64url");
    const other = `${spelled.slice(0, -1)}${spelled.endsWith("Q") ? "R" : "x"}`;
    expect(Buffer.from(other, "base64url")).toEqual(key.id);
    const again = person("again.passkey", key, { credential_id: other });
    expect(await imported([person("canonical.passkey", key), again])).toMatchObject({
      added: 1,
      refused: [{ line: 2, problem: "passkey" }],
    });
    const later = person("later.passkey", key, { credential_id: other });
    expect(await imported([later])).toMatchObject({ refused: [{ problem: "passkey" }] });
  });

  it("one for sign-in needs the user handle", async () => {
    const { user_handle: _, ...line } = person("handle.passkey", newCredential());
    expect((await imported([line])).refused).toMatchObject([
      { problem: "malformed", detail: expect.stringContaining("user_handle") },
    ]);
  });
});
