import { FEDERATION_MODES, type ProviderPreset } from "@countersign/rules";
import { type Command, Option } from "commander";
import { readBytes } from "../command/input.ts";

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
  ...{ alias: "<alias>", name: "--name", issuer: "--issuer", client_id: "--client-id", secret: "--secret-file" },
  ...{ scopes: "--scope", preset: "--preset", mode: "--mode", domains: "--domains", claims: "--claims" },
  ...{ mfa: "--mfa", phr: "--phr", rp_initiated_logout: "--rp-initiated-logout" },
  ...{ auto_link: "--auto-link", enforced: "--enforced" },
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
    .option("--enforced", "users of its domains sign in there, and not with a password here")
    .option("--claims <mappings>", 'what its claims become: "claim=from", "claim=from@each-time"; "" for nothing')
    .option("--mfa <values>", 'values of acr or amr that mean several factors; "" for none')
    .option("--phr <values>", 'values of acr or amr that mean a phishing-resistant sign-in; "" for none')
    .option("--rp-initiated-logout", "a sign-out here asks the provider to end its session")
    .addHelpText("after", "\nReads DATABASE_URL, ISSUER and KEY_ENCRYPTION_KEYS, as the service does.");

const LARGEST_SECRET_BYTES = 1025;

/** What the options say, by the members of the API, for the shape to validate. Reads the file of the secret. */
export async function givenOf({ secretFile, ownKeys, ...options }: ProviderOptions) {
  const given = {
    ...{ name: options.name, issuer: options.issuer, client_id: options.clientId, preset: options.preset },
    ...{ mode: options.mode, auto_link: options.autoLink, enforced: options.enforced },
    ...{ rp_initiated_logout: options.rpInitiatedLogout, scopes: words(options.scope), mfa: words(options.mfa) },
    ...{ domains: words(options.domains), phr: words(options.phr), claims: words(options.claims) },
    secret: secretFile === undefined ? (ownKeys === true ? null : undefined) : await secretIn(secretFile),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const secretIn = async (path: string) => (await readBytes(path, LARGEST_SECRET_BYTES)).toString("utf8").trimEnd();

const words = (text: string | undefined) => text?.split(" ").filter((word) => word !== "");
