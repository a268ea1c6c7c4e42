/** A service with providers at which people sign in, and a browser of a person. */
import type { NewProvider } from "../../src/administration/providers/entity.ts";
import { addIdentityProvider } from "../../src/administration/providers/identity-providers.ts";
import { testCa } from "../../src/platform/outbound/testing/listener.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { type Answer, openBrowser } from "../browser.ts";
import { authorizationOf } from "../flows.ts";
import { type Service, type ServiceOptions, startService } from "../service.ts";
import { noon } from "../world.ts";
import { type Provider, startProvider } from "./provider.ts";

export const CLIENT_ID = "countersign-at-corp";

const settings: NewProvider = {
  alias: "corp",
  name: "Corp",
  issuer: "",
  clientId: CLIENT_ID,
  secret: "a secret at the provider",
  scopes: ["openid", "email"],
  mode: "create",
  domains: ["corp.example"],
  autoLink: false,
  mfa: ["mfa", "gold"],
};

export interface Federation {
  readonly service: Service;
  readonly provider: Provider;
  /** A second provider, with the alias `other`. */
  readonly other: Provider;
  /** Adds a provider at the issuer of `provider`. */
  add(changes: Partial<NewProvider>): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Starts the service with five providers. `corp` creates accounts, `linking` connects accounts by their address,
 * `inviting` needs an invitation, `connecting` creates none, and `other` is another issuer.
 *
 * @param more settings of the service
 * @param options of the service other than its settings
 */
export async function startFederation(
  more: Readonly<Record<string, string>> = {},
  options: Omit<ServiceOptions, "settings"> = {},
): Promise<Federation> {
  const [provider, other] = await Promise.all([startProvider(CLIENT_ID), startProvider(CLIENT_ID)]);
  const hosts = [provider, other].map(({ listener }) => `localhost:${listener.port}`).join(",");
  const service = await startService({
    ...options,
    settings: { OUTBOUND_ALLOWED_HOSTS: hosts, OUTBOUND_CA: testCa, SIGN_UP: "open", ...more },
  });
  const add: Federation["add"] = (changes) =>
    addIdentityProvider(
      { database: service.database, texts: service.deps.sealedTexts },
      { ...settings, issuer: provider.issuer, ...changes },
      byOperatorAt(noon),
    );
  await add({});
  await add({ alias: "linking", name: "Linking", autoLink: true });
  await add({ alias: "inviting", name: "Inviting", mode: "invited" });
  await add({ alias: "connecting", name: "Connecting", mode: "linked-only" });
  await add({ alias: "other", name: "Other", issuer: other.issuer });
  // A new store refuses challenges of its first second.
  service.pass(2);
  return {
    service,
    provider,
    other,
    add,
    async close() {
      await service.close();
      await Promise.all([provider.close(), other.close()]);
    },
  };
}

let people = 0;

/** A person with an identity of their own at both providers, and a new browser. */
export function openPerson({ service, provider, other }: Federation) {
  people += 1;
  const serial = people;
  const subject = `person-${serial}`;
  const tell = (claims: Record<string, unknown>) => provider.behave({ claims: { sub: subject, ...claims } });
  let browser = openBrowser(service.origin);
  tell({});
  other.behave({ claims: { sub: subject } });

  /** The address at the provider that the button of a request's sign-in page leads to. */
  async function leave(alias = "corp", changes: Record<string, string> = {}, who = browser): Promise<URL> {
    const page = await who.follow(await who.get(authorizationOf("webClient", changes)));
    const sent = await who.submit(page, "/login", { action: "federated", provider: alias });
    if (sent.location === undefined) throw new Error(`${sent.status}: ${sent.body}`);
    return sent.location;
  }
  const back = async (answer: URL, who = browser): Promise<Answer> => who.follow(await who.get(answer));

  return {
    serial,
    tell,
    leave,
    back,
    browser: () => browser,
    /** Goes on in a browser that was not used before. */
    useNewBrowser() {
      browser = openBrowser(service.origin);
    },
    /** The provider proves an address of the domain that it may speak for. */
    prove: (email = `iris${serial}@corp.example`) => tell({ email, email_verified: true, given_name: "Iris" }),
    /** Signs in at the provider, and returns the page that follows. */
    through: async (alias = "corp", changes: Record<string, string> = {}) =>
      back((alias === "other" ? other : provider).answer(await leave(alias, changes))),
    /** What is connected to the subject, with the account. */
    identities: () =>
      service.rows(
        "SELECT f.*, username, email FROM federated_identity f JOIN end_user u ON u.id = f.user_id WHERE subject = $1",
        [subject],
      ),
  };
}

export type Person = ReturnType<typeof openPerson>;

export const isConsent = ({ body }: Answer) => body.includes('action="/consent"');
export const isQuestion = ({ body }: Answer) => body.includes('action="/login/connect"');
export const hasFailed = ({ body }: Answer) => body.includes("didn’t succeed");
