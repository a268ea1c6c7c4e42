/** The ecosystem's database and its two logins, on the embedded server. */
import pg from "pg";
import type { Secrets } from "./secrets.ts";

const DATABASE = "countersign";
const OWNER = "countersign";
const RESOURCE_SERVER = "countersign_resource_server";
/** Made by the migrations: may read the userinfo view and nothing else. */
const READER = "countersign_userinfo";

export interface DatabaseUrls {
  /** Of the login that owns the database: migrations, authorization server. No superuser, as in production. */
  readonly owner: string;
  readonly resourceServer: string;
}

/** The URLs of both logins on this server. */
export function databaseUrls(superuserUrl: string, secrets: Secrets): DatabaseUrls {
  const urlOf = (login: string, password: string) => {
    const url = new URL(superuserUrl);
    url.username = login;
    url.password = password;
    url.pathname = `/${DATABASE}`;
    return url.href;
  };
  return {
    owner: urlOf(OWNER, secrets.ownerPassword),
    resourceServer: urlOf(RESOURCE_SERVER, secrets.resourceServerPassword),
  };
}

/** Makes the database and its owner, or sets the owner's password again. Goes before the migrations. */
export async function prepareDatabase(superuserUrl: string, { ownerPassword }: Secrets): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    // CREATEROLE: the migrations make the reader's role.
    await keepLogin(client, OWNER, ownerPassword, "CREATEROLE");
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
  });
}

/** Makes the resource server's login, a member of the role that the migrations made. Goes after them. */
export async function prepareResourceServerLogin(
  superuserUrl: string,
  { resourceServerPassword }: Secrets,
): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await keepLogin(client, RESOURCE_SERVER, resourceServerPassword, "");
    await client.query(`GRANT ${READER} TO ${RESOURCE_SERVER}`);
  });
}

async function keepLogin(client: pg.Client, name: string, password: string, attributes: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  const verb = rowCount === 0 ? "CREATE" : "ALTER";
  await client.query(`${verb} ROLE ${name} WITH LOGIN ${attributes} PASSWORD ${client.escapeLiteral(password)}`);
}

async function withClient(connectionString: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
