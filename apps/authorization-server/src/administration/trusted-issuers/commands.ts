/** The commands of trusted issuers that run operations (decision 170), where a word does not follow from a shape. */
import type { Given, Names, OperationCommand } from "../api/command.ts";
import { missing } from "../refused.ts";
import { TRUSTED_ISSUER } from "./entity.ts";

/** An operator names a trusted issuer by its name. */
async function named({ id: name, ...given }: Given, names: Names): Promise<Given> {
  const id = await names.idOf("listTrustedIssuers", { name });
  if (id === undefined) throw missing(TRUSTED_ISSUER, String(name));
  return { ...given, id };
}

const WHICH = { trusted_issuer: "id" };
const OPTIONS = { algs: "signing_algs", "max-lifetime": "max_lifetime_seconds" };
const enabling = (word: string, isEnabled: boolean, about: string): OperationCommand => ({
  ...{ line: `trusted-issuers ${word} <trusted_issuer>`, about, takes: WHICH, resolve: named },
  sets: { enabled: isEnabled },
});

export const LIST: OperationCommand = {
  line: "trusted-issuers list",
  columns: ["name", "issuer", "subject", "enabled"],
  empty: "There is no trusted issuer yet.",
};

export const SHOW: OperationCommand = {
  ...{ line: "trusted-issuers show <trusted_issuer>", takes: WHICH, resolve: named },
};

export const ADD: OperationCommand = {
  line: "trusted-issuers add <name>",
  about: "trust an issuer: its assertions give access",
  takes: OPTIONS,
};

export const CHANGE: readonly OperationCommand[] = [
  {
    line: "trusted-issuers change <trusted_issuer>",
    takes: { ...WHICH, ...OPTIONS },
    leavesOut: ["enabled"],
    resolve: named,
  },
  enabling("disable", false, "end what its assertions gave, and accept no more of them until it is enabled"),
  enabling("enable", true, "accept the assertions of a disabled trusted issuer again"),
];

export const REMOVE: OperationCommand = {
  ...{ line: "trusted-issuers remove <trusted_issuer>", takes: WHICH, resolve: named, done: "removed" },
  says: ({ trusted_issuer: name }) => `The trusted issuer ${name} is removed.`,
};
