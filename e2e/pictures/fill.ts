/** What a deployment in use has: people, groups, organizations, applications, and what is connected to them. */
import { countersign, keyEncryptionKeys } from "../support/worlds/operator.ts";
import type { World } from "../support/worlds/world.ts";

const PEOPLE = [
  ["mara.lindqvist", "Mara Lindqvist", "mara@acme.example"],
  ["ines.carvalho", "Inês Carvalho", "ines.carvalho@acme.example"],
  ["wu.yifan", "吴一凡", "yifan@acme.example"],
  ["jo", "Jo", "jo@example.org"],
  [
    "maximiliane-von-der-heide-und-waldstetten",
    "Maximiliane Freifrau von der Heide und Waldstetten-Hohenfels",
    "maximiliane.von-der-heide@subsidiary-with-a-long-name.example",
  ],
  ["no.address", "Noor Haddad", undefined],
] as const;

/** Fills the deployment by the command line, and disables one person. */
export async function fill(world: World): Promise<void> {
  const environment = { ...(await keyEncryptionKeys(world)), SIGN_UP: "open" };
  const run = (...args: readonly string[]) => countersign(world, args, environment);
  for (const [username, name, email] of PEOPLE) {
    const claims = ["--claim", `name=${name}`, ...(email === undefined ? [] : ["--claim", `email=${email}`])];
    await run("users", "add", username, "--generate-password", ...claims);
  }
  for (let count = 1; count <= 24; count += 1)
    await run("users", "add", `person-${count}`, "--generate-password", "--claim", `name=Person ${count}`);
  await run("users", "disable", "jo");
  await groups(run);
  await applications(run);
  await connections(run);
  await run("users", "invite", "newcomer@acme.example");
  await run("users", "invite", "an.address.that.is.rather.long@subsidiary-with-a-long-name.example");
}

type Run = (...args: readonly string[]) => Promise<unknown>;

async function groups(run: Run): Promise<void> {
  for (const name of ["Support", "Engineering", "Finance"]) await run("groups", "add", name);
  for (const username of ["mara.lindqvist", "wu.yifan"]) await run("groups", "members", "add", "Support", username);
  await run("organizations", "add", "acme", "Acme & Söhne");
  await run("organizations", "add", "globex", "Globex Corporation with a name that is rather long");
  for (const username of ["mara.lindqvist", "ines.carvalho"])
    await run("organizations", "members", "add", "acme", username);
  await run("organizations", "domains", "add", "acme", "acme.example");
  await run("groups", "add", "Field service", "--organization", "acme");
}

async function applications(run: Run): Promise<void> {
  const uri = (host: string) => ["--redirect-uri", `https://${host}.example/callback`];
  await run("clients", "add", "--name", "Acme dashboard", ...uri("dashboard.acme"));
  await run("clients", "add", "--name", "Acme shop", ...uri("shop"), "--token-endpoint-auth-method", "none");
  await run("clients", "add", "--name", "Billing service", "--grant-type", "client_credentials");
  await run("clients", "add", "--name", "An application with a name that does not fit in one line", ...uri("a-long"));
}

async function connections(run: Run): Promise<void> {
  await run("webhooks", "add", "CRM", "--url", "https://crm.example/events", "--types", "user_added sign_in");
  await run("webhooks", "add", "Archive", "--url", "https://archive.example/all", "--types", "all");
  await run(
    "hooks",
    "add",
    "Plans",
    "--kind",
    "claims",
    "--url",
    "https://hooks.example/",
    "--on-error",
    "omit",
    "--claims",
    "plan seats",
  );
  await run(
    "terms",
    "add",
    "Terms of use",
    "2030-01",
    "--url",
    "en=https://acme.example/terms",
    "--required-from",
    "2099-01-01T00:00:00Z",
  );
  await run("blocked-addresses", "add", "throwaway.example", "--reason", "Addresses for ten minutes");
  await run("blocked-addresses", "add", "198.51.100.0/24");
}
