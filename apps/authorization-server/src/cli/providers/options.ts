import { FEDERATION_MODES, type ProviderPreset } from "@countersign/rules";
import { type Command, Option } from "commander";
import { readBytes } from "../input.ts";

export interface ProviderOptions {
  readonly name?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly preset?: ProviderPreset;
  readonly secretFile?: string;
  readonly ownKeys?: boolean;
  readonly scope?: string;
  readonly organization?: string;
  readonly mode?: string;
  readonly domains?: string;
  readonly autoLink?: boolean;
  readonly enforced?: boolean;
  readonly mfa?: string;
  readonly phr?: string;
  readonly rpInitiatedLogout?: boolean;
  readonly claims?: string;
}

/** The options and the argument, by the members of a provider. */
export const PROVIDER_OPTIONS = {
  alias: "<alias>",
  name: "--name",
  issuer: "--issuer",
  clientId: "--client-id",
  secret: "--secret-file",
  scopes: "--scope",
  preset: "--preset",
  mode: "--mode",
  domains: "--domains",
  claims: "--claims",
  mfa: "--mfa",
  phr: "--phr",
  rpInitiatedLogout: "--rp-initiated-logout",
  autoLink: "--auto-link",
  enforced: "--enforced",
} as const;

/** Adds the options that `add` and `change` have. Lists are separated by spaces. */
export const withProviderOptions = (command: Command, defaults: { readonly mode?: string }): Command =>
  command
    .addOption(
      new Option("--mode <mode>", "who gets an account by signing in there")
        .choices(FEDERATION_MODES)
        .default(defaults.mode),
    )
    .option("--domains <domains>", 'the mail domains that the provider may speak for; "" for none')
    .option("--auto-link", "connect an identity to the account with its proved address, without a question")
    .option("--enforced", "people of its domains sign in there, and not with a password here")
    .option("--claims <mappings>", 'what its claims become: "claim=from", "claim=from@each-time"; "" for nothing')
    .option("--mfa <values>", 'values of acr or amr that mean several factors; "" for none')
    .option("--phr <values>", 'values of acr or amr that mean a phishing-resistant sign-in; "" for none')
    .option("--rp-initiated-logout", "a sign-out here asks the provider to end its session");

const LARGEST_SECRET_BYTES = 1025;

/** The options under the names of the shape, for the shape to validate. Reads the file of the secret. */
export async function givenOf({
  name,
  issuer,
  clientId,
  secretFile,
  ownKeys,
  mode,
  autoLink,
  enforced,
  rpInitiatedLogout,
  ...lists
}: ProviderOptions) {
  const given = {
    name,
    issuer,
    clientId,
    mode,
    autoLink,
    enforced,
    rpInitiatedLogout,
    secret: secretFile === undefined ? (ownKeys === true ? null : undefined) : await secretIn(secretFile),
    scopes: words(lists.scope),
    domains: words(lists.domains),
    mfa: words(lists.mfa),
    phr: words(lists.phr),
    claims: words(lists.claims),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const secretIn = async (path: string) => (await readBytes(path, LARGEST_SECRET_BYTES)).toString("utf8").trimEnd();

const words = (text: string | undefined) => text?.split(" ").filter((word) => word !== "");
