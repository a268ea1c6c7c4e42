import { randomUUID } from "node:crypto";
import { readEmailAddress } from "@countersign/rules";
import { ScimError } from "@countersign/scim";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import { beginProof, type ProofSecrets } from "../../platform/stores/ways-in/address-proofs.ts";
import type { NumberedLine } from "../imports/line.ts";
import { runImport } from "../imports/run.ts";
import { addOrganization } from "../organizations/organizations.ts";
import { addIdentityProvider } from "../providers/identity-providers.ts";
import { isRefused } from "../refused.ts";
import { addScimUser, changeScimUser } from "../scim/scim-users.ts";
import { resetPassword } from "../ways-in/passwords.ts";
import { changeAddress, undoAddressChange } from "./addresses.ts";
import { createFederatedAccount } from "./federated-identities.ts";
import { addPerson } from "./people.ts";
import { createAccount } from "./sign-ups.ts";
import { changeUsername } from "./usernames.ts";

let service: Service;
let directory: { readonly organizationId: string; readonly administration: string };
let providerId: string;
beforeAll(async () => {
  service = await startService();
  const by = byOperatorAt(service.clock.now);
  const organizationId = (await addOrganization(service.database, { slug: "acme", name: "Acme" }, by)) ?? "";
  directory = { organizationId, administration: "https://admin.example" };
  await service.rows(
    `INSERT INTO organization_domain (id, organization_id, domain, token, verified_at, created_at)
     VALUES (gen_random_uuid(), $1, 'corp.example', 't', now(), now())`,
    [organizationId],
  );
  const texts = service.deps.sealedTexts;
  const provider = { alias: "corp", name: "Corp", issuer: "https://idp.example", clientId: "us", secret: "x" };
  const more = { scopes: ["openid"], mode: "create", domains: ["corp.example"], autoLink: false, mfa: [] } as const;
  await addIdentityProvider(
    { database: service.database, texts },
    { ...provider, ...more, scopes: ["openid"], mfa: [] },
    by,
  );
  providerId = String((await service.rows("SELECT id FROM identity_provider"))[0]?.id);
});
afterAll(() => service.close());

let serial = 0;
beforeEach(() => {
  serial += 1;
});

const by = () => byOperatorAt(service.clock.now);
const holders = (name: string) =>
  service.rows(
    `SELECT id::text FROM end_user
      WHERE username_folded = $1 OR (email_canonical = $1 AND email_verified_at IS NOT NULL) ORDER BY id`,
    [name],
  );
const signsIn = async (text: string) => (await service.deps.users.findForSignIn(text))?.id;
const add = (username: string, claims = {}) =>
  addPerson(service.database, { username, passwordHash: "x", claims }, by());
const somebody = async (claims = {}) => (await add(`p${randomUUID()}`, claims)) ?? "";
const proved = (email: string) => ({ email, email_verified: true });
const addressOf = (text: string) => readEmailAddress(text) ?? { deliverable: "", canonical: "" };

const beginning = (purpose: Parameters<typeof beginProof>[1], proof: Parameters<typeof beginProof>[2]) =>
  inTransaction(
    service.database.pool,
    (query): Promise<ProofSecrets> => beginProof(query, purpose, proof, service.clock.now),
  );
async function provedId(purpose: Parameters<typeof beginProof>[1], proof: Parameters<typeof beginProof>[2]) {
  await beginning(purpose, proof);
  const [row] = await service.rows(
    "UPDATE address_proof SET proved_at = created_at WHERE purpose = $1 AND address = $2 RETURNING id",
    [purpose, proof.address.deliverable],
  );
  return String(row?.id);
}

async function imports(person: object) {
  async function* lines(): AsyncGenerator<NumberedLine> {
    yield { line: 1, text: JSON.stringify(person) };
  }
  const options = { source: "elsewhere", trustVerified: true, allowWeakHashes: false };
  const importing = { options, administration: [], rpId: undefined, sealedTexts: () => service.deps.sealedTexts };
  const run = { ...importing, lines: lines(), dryRun: false, by, onBroken: () => {}, onProgress: () => {} };
  const { added, changed } = await runImport(service.database, run);
  return added + changed > 0;
}

const succeeds = async (act: Promise<unknown>) => {
  try {
    const result = await act;
    return result !== undefined && result !== false;
  } catch (err) {
    if (err instanceof ScimError || isRefused(err, "taken")) return false;
    throw err;
  }
};

/** Each gives the name as a username to a person, and returns whether it did. */
const USERNAME_ACTS: Readonly<Record<string, (name: string) => Promise<boolean>>> = {
  "an account that is added": async (name) => (await add(name)) !== undefined,
  "another username": async (username) => {
    const changed = { userId: await somebody(), username, browser: "" };
    return (await changeUsername(service.deps, changed, by())) === "changed";
  },
  "a user of a directory": (userName) => succeeds(addScimUser(service.database, directory, { userName }, by())),
  "another userName in a directory": async (userName) => {
    const id = await addScimUser(service.database, directory, { userName: `d${randomUUID()}` }, by());
    const change = { id, change: (present: object) => ({ ...present, userName }), assertMeantFor: () => {} };
    return succeeds(changeScimUser(service.database, directory, change, by()).then(() => true));
  },
  "an import": (username) => imports({ external_id: randomUUID(), username }),
};

/** Each gives the name as a proved address to a person, and returns whether it did. */
const ADDRESS_ACTS: Readonly<Record<string, (name: string) => Promise<boolean>>> = {
  "an account that is added": async (name) => (await add(`p${randomUUID()}`, proved(name))) !== undefined,
  "a sign-up": async (name) => {
    const proofId = await provedId("sign-up", { address: addressOf(name), browser: "b" });
    const about = { givenName: undefined, familyName: undefined, locale: "en", birthdate: undefined };
    const account = {
      ground: { proofId },
      wayIn: { passwordHash: "x" },
      ...about,
      ageConfirmed: false,
      documentIds: [],
    };
    const at = { at: service.clock.now, address: "192.0.2.1" };
    return (await createAccount(service.deps, { ...account, username: undefined }, at)).kind === "created";
  },
  "a sign-up at a provider": async (name) => {
    const identity = { providerId, issuer: "https://idp.example", subject: randomUUID() };
    const about = { givenName: undefined, familyName: undefined, locale: "en", isInvited: false };
    const at = { at: service.clock.now, address: "192.0.2.1" };
    return succeeds(createFederatedAccount(service.deps, { identity, address: addressOf(name), ...about }, at));
  },
  "another address": async (name) => {
    const userId = await somebody();
    const proofId = await provedId("change-address", { userId, address: addressOf(name), browser: "b" });
    return changeAddress(service.deps, { userId, proofId, userAgent: "", undoLink: () => "" }, by());
  },
  "a change that is taken back": async (name) => {
    const { token } = await beginning("undo-address", { userId: await somebody(), address: addressOf(name) });
    return undoAddressChange(service.deps, token, by());
  },
  "a link that sets a first password": async (email) => {
    const userId = await somebody({ email });
    const { token } = await beginning("enrolment", { userId, address: addressOf(email) });
    const reset = { token, passwordHash: "y", language: "en", browser: "" };
    return succeeds(resetPassword(service.deps, reset, { at: service.clock.now, address: "192.0.2.1" }));
  },
  "a user of a directory": (value) => {
    const user = { userName: `d${randomUUID()}`, emails: [{ value, primary: true }] };
    return succeeds(addScimUser(service.database, directory, user, by()));
  },
  "another address in a directory": async (value) => {
    const id = await addScimUser(service.database, directory, { userName: `d${randomUUID()}` }, by());
    const emails = [{ value, primary: true }];
    const change = { id, change: (present: object) => ({ ...present, emails }), assertMeantFor: () => {} };
    return succeeds(changeScimUser(service.database, directory, change, by()).then(() => true));
  },
  "an import": (email) => imports({ external_id: randomUUID(), username: `i${randomUUID()}`, claims: proved(email) }),
  "an import that changes an account": async (email) => {
    const [external_id, username] = [randomUUID(), `i${randomUUID()}`];
    expect(await imports({ external_id, username })).toBe(true);
    return imports({ external_id, username, claims: proved(email) });
  },
};

describe("C3, decision 127: names that sign in are one set", () => {
  it.each(Object.entries(USERNAME_ACTS))(
    "%s makes no username of another person's address, in any spelling",
    async (_, act) => {
      const address = `owner${serial}@corp.example`;
      const owner = await somebody(proved(address));
      for (const spelling of [
        address,
        address.toUpperCase(),
        `ｏwner${serial}@corp.example`,
        `OWNER${serial}@Corp.example`,
      ]) {
        expect([spelling, await act(spelling)]).toEqual([spelling, false]);
      }
      expect(await holders(address)).toEqual([{ id: owner }]);
      expect(await signsIn(address)).toBe(owner);
      // The act itself works with a name that is free.
      expect(await act(`free-${serial}`)).toBe(true);
    },
  );

  it.each(Object.entries(ADDRESS_ACTS))("%s makes no address of another person's username", async (_, act) => {
    const name = `team${serial}@corp.example`;
    const owner = await add(name);
    for (const spelling of [name, `TEAM${serial}@CORP.example`])
      expect([spelling, await act(spelling)]).toEqual([spelling, false]);
    expect(await holders(name)).toEqual([{ id: owner }]);
    expect(await act(`free${serial}@corp.example`)).toBe(true);
  });

  it("an owner signs in by their address, no matter which username an administrator gives to another", async () => {
    const owner = await somebody(proved(`root${serial}@corp.example`));
    expect(await add(`root${serial}@corp.example`)).toBeUndefined();
    expect(await signsIn(`Root${serial}@Corp.example`)).toBe(owner);
  });

  it("of an act that gives a name as username and one that gives it as address, one succeeds", async () => {
    for (let round = 0; round < 10; round++) {
      const name = `race${round}of${serial}@corp.example`;
      const acts = [...Object.values(USERNAME_ACTS), ...Object.values(ADDRESS_ACTS)];
      const [one, other] = [acts[round % 5], acts[5 + (round % 10)]];
      const given = await Promise.all([one?.(name), other?.(name), add(name)]);
      expect(given.filter((result) => result !== false && result !== undefined)).toHaveLength(1);
      expect(await holders(name)).toHaveLength(1);
    }
  });

  it("of two acts that give the same two names crosswise, one succeeds and none waits for ever", async () => {
    const [a, b] = [`a${serial}@corp.example`, `b${serial}@corp.example`];
    const made = await Promise.all([add(a, proved(b)), add(b, proved(a))]);
    expect(made.filter((id) => id !== undefined)).toHaveLength(1);
  });

  it.each([
    ["a domain in Unicode", "ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["a domain in capitals", "ben@BÜCHER.example", "ben@xn--bcher-kva.example"],
    ["a local part that is ASCII only when folded", "ınfo@bücher.example", "info@xn--bcher-kva.example"],
    ["a letter that the fold makes two of", "cid@straße.example", "cid@xn--strae-oqa.example"],
  ])("a username with %s is the address that it reads as", async (_, username, email) => {
    const id = await add(username);
    expect(id).toBeDefined();
    expect(await add(`p${randomUUID()}`, proved(email))).toBeUndefined();
    await service.rows("DELETE FROM end_user WHERE id = $1", [id]);
    const owner = await somebody(proved(email));
    expect(await add(username)).toBeUndefined();
    expect(await signsIn(email)).toBe(owner);
    expect([owner, undefined]).toContain(await signsIn(username));
  });

  it("an address is not that of a username which only the fold makes of it", async () => {
    const [folded, owner] = [
      await add(`dan${serial}@strasse.example`),
      await somebody(proved(`dan${serial}@straße.example`)),
    ];
    expect([await signsIn(`dan${serial}@strasse.example`), await signsIn(`Dan${serial}@Straße.example`)]).toEqual([
      folded,
      owner,
    ]);
  });

  it("a name is free again when its account has another one, or is gone", async () => {
    const name = `gone${serial}@corp.example`;
    const owner = await somebody(proved(name));
    await service.rows("UPDATE end_user SET email_verified_at = NULL WHERE id = $1", [owner]);
    const next = await add(name);
    expect(next).toBeDefined();
    await service.rows("DELETE FROM end_user WHERE id = $1", [next]);
    expect(await somebody(proved(name))).not.toBe("");
  });

  it("one account has a name as its username and as its address", async () => {
    const name = `both${serial}@corp.example`;
    const id = await add(name, proved(name));
    await service.rows("UPDATE end_user SET email_canonical = 'x' || email_canonical WHERE id = $1", [id]);
    expect(await add(`p${randomUUID()}`, proved(name))).toBeUndefined();
    expect(await service.rows("SELECT name FROM sign_in_name WHERE user_id = $1 ORDER BY name", [id])).toEqual([
      { name },
      { name: `x${name}` },
    ]);
  });
});
