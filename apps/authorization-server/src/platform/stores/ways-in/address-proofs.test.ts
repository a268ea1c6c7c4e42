import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { autocommit, inTransaction } from "../transaction.ts";
import { type AddressProofStore, addressProofStore, type CodeResult } from "./address-proof-store.ts";
import { beginProof, type NewProof, spendProof, spendToken, voidProofs } from "./address-proofs.ts";
import type { ProofPurpose } from "./proof-purposes.ts";

let world: World;
let proofs: AddressProofStore;
beforeAll(async () => {
  world = await openWorld();
  proofs = addressProofStore(world.database);
});
afterAll(() => world.close());
beforeEach(() => world.rows("DELETE FROM address_proof"));

const address = { deliverable: "New@example.org", canonical: "new@example.org" };
const browser = "browser of alice";
const subject = { address: address.canonical, browser };
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

const query = () => autocommit(world.database.pool);
const begin = (proof: Partial<NewProof> = {}, purpose: ProofPurpose = "sign-up", now = noon) =>
  beginProof(query(), purpose, { address, browser, ...proof }, now);
const codeOf = async (proof: Partial<NewProof> = {}) => (await begin(proof)).code ?? "";
const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");
const tryCode = (code: string, about = subject, now = noon) => proofs.tryCode("sign-up", about, code, now);
const spend = (id: string, now = noon) => spendProof(query(), "sign-up", id, now);
const kinds = (results: readonly CodeResult[]) => results.map(({ kind }) => kind).sort();

describe("OWASP ASVS 6.5.4 and 6.6.2: a code that was mailed", () => {
  it("proves its address in the browser that asked, once", async () => {
    const code = await codeOf();
    expect(await tryCode(code)).toMatchObject({
      kind: "proved",
      proof: { address: "New@example.org", canonical: "new@example.org", userId: null, provedAt: noon },
    });
    expect(await tryCode(code)).toEqual({ kind: "void" });
  });

  it("signup-09: is refused in another browser, and stays valid in its own", async () => {
    const code = await codeOf();
    expect(await tryCode(code, { ...subject, browser: "browser of mallory" })).toEqual({ kind: "void" });
    expect(await tryCode(code)).toMatchObject({ kind: "proved" });
  });

  it("is refused in a browser that asked for another code for the same address", async () => {
    const code = await codeOf();
    const other = await codeOf({ browser: "browser of mallory" });
    if (code !== other) {
      expect(await tryCode(code, { ...subject, browser: "browser of mallory" })).toMatchObject({ kind: "wrong" });
    }
    expect(await tryCode(code)).toMatchObject({ kind: "proved" });
  });

  it.each<[string, ProofPurpose, { address: string; browser: string }]>([
    ["for another address", "sign-up", { ...subject, address: "other@example.org" }],
    ["for another purpose", "enrol", subject],
  ])("is refused %s", async (_, purpose, about) => {
    const code = await codeOf();
    expect(await proofs.tryCode(purpose, about, code, noon)).toEqual({ kind: "void" });
  });

  it("has five tries: the sixth fails with the right code", async () => {
    const code = await codeOf();
    const left = [];
    for (let round = 0; round < 5; round++) left.push(await tryCode(otherThan(code)));
    expect(left).toEqual([4, 3, 2, 1, 0].map((triesLeft) => ({ kind: "wrong", triesLeft })));
    expect(await tryCode(code)).toEqual({ kind: "void" });
  });

  it("counts five of fifty tries at the same time", async () => {
    const code = await codeOf();
    const results = await Promise.all(Array.from({ length: 50 }, () => tryCode(otherThan(code))));
    expect(kinds(results)).toEqual([...Array(45).fill("void"), ...Array(5).fill("wrong")]);
  });

  it("is accepted once when it is sent many times at the same moment", async () => {
    const code = await codeOf();
    const results = await Promise.all(Array.from({ length: 20 }, () => tryCode(code)));
    expect(kinds(results).filter((kind) => kind === "proved")).toHaveLength(1);
  });

  it("lives ten minutes", async () => {
    const code = await codeOf();
    expect(await tryCode(code, subject, at(600))).toEqual({ kind: "void" });
    expect(await tryCode(code, subject, at(599))).toMatchObject({ kind: "proved" });
  });

  it("is void when a newer one was asked for, and so is the proof that it gave", async () => {
    const [old, code] = [await codeOf(), await codeOf()];
    if (old !== code) expect(await tryCode(old)).toMatchObject({ kind: "wrong" });
    const result = await tryCode(code);
    await begin();
    expect(result.kind === "proved" && (await spend(result.proof.id))).toBeUndefined();
  });

  it("of many that one browser asks for at the same time, one is valid", async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, () => begin()));
    const found = await Promise.all(secrets.map(({ token }) => proofs.findByToken("sign-up", token, noon)));
    expect(found.filter((proof) => proof !== undefined)).toHaveLength(1);
  });

  it("cannot be found by a reader of the database", async () => {
    const { code, token } = await begin();
    const [row] = await world.rows("SELECT to_jsonb(p)::text AS text, code_hash FROM address_proof p");
    for (const secret of [code, token, browser]) expect(row?.text).not.toContain(secret);
    // Anyone who has only the row cannot try all codes: the hash includes the secret of the browser.
    expect(row?.code_hash).not.toEqual(hashSecret(code ?? ""));
    expect(row?.code_hash).toEqual(hashSecret(JSON.stringify([browser, code])));
  });
});

describe("a link that was mailed", () => {
  it("proves its address in the browser that asked, once", async () => {
    const { token } = await begin();
    expect(await proofs.proveByToken("sign-up", { token, browser }, noon)).toMatchObject({ provedAt: noon });
    expect(await proofs.proveByToken("sign-up", { token, browser }, noon)).toBeUndefined();
  });

  it("mail-05: changes nothing in another browser, and the code is still good", async () => {
    const { token, code } = await begin();
    expect(await proofs.proveByToken("sign-up", { token, browser: "scanner" }, noon)).toBeUndefined();
    expect(await proofs.findByToken("sign-up", token, noon)).toMatchObject({ provedAt: null });
    expect(await tryCode(code ?? "")).toMatchObject({ kind: "proved" });
  });

  it("is bound to its purpose and to its end", async () => {
    const { token } = await begin();
    expect(await proofs.proveByToken("change-address", { token, browser }, noon)).toBeUndefined();
    expect(await proofs.proveByToken("sign-up", { token, browser }, at(600))).toBeUndefined();
    expect(await proofs.findByToken("sign-up", token, at(600))).toBeUndefined();
  });

  it("without a browser is spent once, of many who send it at the same time, and has no code", async () => {
    const { token, code } = await begin({ browser: undefined }, "reset");
    expect(code).toBeUndefined();
    const spent = await Promise.all(Array.from({ length: 10 }, () => spendToken(query(), "reset", token, noon)));
    expect(spent.filter((proof) => proof !== undefined)).toHaveLength(1);
  });

  it("that belongs to a browser is not spent without one", async () => {
    const { token } = await begin();
    expect(await spendToken(query(), "sign-up", token, noon)).toBeUndefined();
  });

  it("for the undoing of a change is not void after another change", async () => {
    const proof = { userId: world.alice, browser: undefined };
    const [first, second] = [await begin(proof, "undo-address"), await begin(proof, "undo-address")];
    for (const { token } of [first, second]) {
      expect(await spendToken(query(), "undo-address", token, at(6 * 86_400))).toMatchObject({ userId: world.alice });
    }
  });
});

describe("a proof that was proved", () => {
  const proved = async () => {
    const result = await tryCode(await codeOf());
    if (result.kind !== "proved") throw new Error("not proved");
    return result.proof.id;
  };

  it("is spent by one of many callers at the same time", async () => {
    const id = await proved();
    const spent = await Promise.all(Array.from({ length: 10 }, () => spend(id)));
    expect(spent.filter((proof) => proof !== undefined)).toHaveLength(1);
  });

  it("is not spent when the transaction of the act fails", async () => {
    const id = await proved();
    const act = inTransaction(world.database.pool, async (inner) => {
      await spendProof(inner, "sign-up", id, noon);
      throw new Error("the act failed");
    });
    await expect(act).rejects.toThrow("the act failed");
    expect(await spend(id)).toBeDefined();
  });

  it("gives the person an hour to go on with a sign-up", async () => {
    const id = await proved();
    expect(await spend(id, at(3600))).toBeUndefined();
    expect(await spend(id, at(3599))).toBeDefined();
  });

  it("is the only one that can be spent", async () => {
    await begin();
    const [row] = await world.rows("SELECT id FROM address_proof");
    expect(await spend(String(row?.id))).toBeUndefined();
  });

  it("goes with the account that it is for, and with an act that voids it", async () => {
    await begin({ userId: world.alice }, "change-address");
    const undo = await begin({ userId: world.alice, browser: undefined }, "undo-address");
    await voidProofs(query(), world.mallory);
    const about = { address: address.canonical, userId: world.alice };
    expect(await proofs.find("change-address", about, noon)).toMatchObject({ userId: world.alice });
    await voidProofs(query(), world.alice);
    expect(await proofs.find("change-address", about, noon)).toBeUndefined();
    expect(await proofs.findByToken("undo-address", undo.token, noon)).toBeDefined();
  });
});
