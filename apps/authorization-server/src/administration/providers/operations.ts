/** Operations on the providers at which people may sign in. All but the test follow from their declaration. */
import { PROVIDER_PROBLEMS } from "@countersign/rules";
import { z } from "zod";
import type { Acts } from "../api/entities/acts.ts";
import { entityOperations } from "../api/entities/operations.ts";
import { keptIn } from "../api/entities/replies.ts";
import { defineOperation, type Operation } from "../api/operation.ts";
import { assertMayTrust } from "../api/rank.ts";
import { takenFrom } from "../entity-values.ts";
import { malformed, missing } from "../refused.ts";
import {
  addedProvider,
  changedProvider,
  newProviderOf,
  PROVIDER,
  type ProviderRecord,
  providerFields,
  providers,
} from "./entity.ts";
import { assertFits } from "./fits.ts";
import { addIdentityProvider, changeIdentityProvider, removeIdentityProvider } from "./identity-providers.ts";

type Deps = Parameters<Acts["add"]>[2];

/** They seal our secret there, and read who may change it. */
const acts: Acts = {
  added: addedProvider,
  changed: changedProvider,

  async add(body, by, deps) {
    const made = newProviderOf(addedProvider.parse(body));
    assertFits({ ...made, hasSecret: made.secret !== null });
    await addIdentityProvider(acting(deps), made, by);
    return made.alias;
  },

  async change(id, given, by, deps, assertMeant) {
    const body = changedProvider.parse(given);
    const wanted = { ...takenFrom(providerFields, body), secret: body.secret };
    const done = await changeIdentityProvider(acting(deps), id, wanted, by, (before, changed) => {
      assertMeant(before, changed);
      assertFits({ ...before, hasSecret: before.keyEncryptionKeyId !== null }, wanted);
    });
    if (done === "secret-needed") throw malformed(PROVIDER, "secret", "another issuer needs another client secret");
  },

  async remove(id, by, { database }) {
    if (!(await removeIdentityProvider(database, id, by))) throw missing(PROVIDER);
  },
};

const acting = ({ database, sealedTexts: texts }: Deps) => ({ database, texts });

const test = defineOperation({
  id: "testProvider",
  method: "POST",
  path: "/providers/:alias/test",
  summary: "Reads the metadata and the keys of a provider now, and says what is wrong; changes nothing",
  scope: "settings:write",
  isCostly: true,
  answer: z.strictObject({
    works: z.boolean().meta({ description: "whether users can sign in there, as far as the metadata says" }),
    problems: z.array(z.enum(PROVIDER_PROBLEMS)),
  }),
  async handle({ params }, deps) {
    const problems = await deps.tryProvider((await keptIn(providers, params, deps)) as ProviderRecord);
    return { body: { works: problems.length === 0, problems: [...problems] } };
  },
});

const byEntity = entityOperations(providers, {
  acts,
  assertMay: assertMayTrust,
  // The other commands show one in another form (cli/providers).
  commands: {
    remove: {
      line: "providers remove <alias>",
      done: "removed",
      says: ({ alias }) => `The provider ${alias} is removed, and every identity there is disconnected.`,
    },
  },
});

export const providerOperations: readonly Operation[] = [...byEntity, test];
