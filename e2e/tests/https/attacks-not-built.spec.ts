/**
 * Features that are not built: refused with a protocol error, and not advertised. When one is advertised, the tests
 * of its
 * attacks fail here, each with the sentence that its real test is due.
 */
import { metadataOf } from "../../support/metadata.ts";
import type { Operator } from "../../support/operator.ts";
import type { RelyingParty } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import { basic, expectTokenError, tokenRequest } from "../../support/token-endpoint.ts";
import type { Account, World } from "../../support/world.ts";

interface Given {
  readonly world: World;
  readonly rp: RelyingParty;
  readonly operator: Operator;
  readonly demo: Account;
}

interface Feature {
  readonly name: string;
  /** The members of the metadata that would advertise the feature. */
  readonly advertised: RegExp;
  readonly attacks: Readonly<Record<string, (given: Given) => Promise<unknown>>>;
}

const GRANT = "urn:ietf:params:oauth:grant-type";

const grant =
  (grantType: string, form: Readonly<Record<string, string>> = {}) =>
  async ({ world, rp }: Given) =>
    expectTokenError(
      await tokenRequest(world, { grant_type: `${GRANT}:${grantType}`, ...form }, basic(rp)),
      400,
      "unsupported_grant_type",
    );

const FEATURES: readonly Feature[] = [
  {
    name: "RFC 8693, token exchange",
    advertised: /token-exchange/,
    attacks: { "tok-13": grant("token-exchange", { subject_token: "x", audience: "admin-api" }) },
  },
];

for (const { name, advertised, attacks } of FEATURES) {
  test.describe(`${name}: not built, not advertised`, () => {
    for (const [id, attempt] of Object.entries(attacks)) {
      test(`${id}: has no effect`, async ({ world, rp, operator, demo }) => {
        const text = JSON.stringify(await metadataOf(world));
        expect(text, `${name} is advertised: write the real test of ${id}`).not.toMatch(advertised);
        await attempt({ world, rp, operator, demo });
      });
    }
  });
}
