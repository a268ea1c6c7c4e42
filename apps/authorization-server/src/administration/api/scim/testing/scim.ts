/** SCIM over HTTP on loopback, with organizations and their tokens. */
import { randomUUID } from "node:crypto";
import { hashSecret, newSecret } from "@countersign/rules";
import { byOperatorAt } from "../../../../../testing/acts/acts.ts";
import { noon } from "../../../../../testing/world.ts";
import { addOrganization } from "../../../organizations/organizations.ts";
import { addScimToken } from "../../../scim/scim-tokens.ts";
import { type Api, type ApiAnswer, startApi } from "../../testing/api.ts";
import { SCIM_PATH } from "../routes.ts";

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly token: string;
  readonly tokenId: string;
  /** Calls SCIM with the token of the organization. */
  scim(path: string, call?: ScimCall): Promise<ApiAnswer>;
}

export interface ScimCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ScimApi extends Api {
  /** A new organization with a token, and with verified domains. */
  organization(slug: string, ...domains: readonly string[]): Promise<Organization>;
  scim(token: string | undefined, path: string, call?: ScimCall): Promise<ApiAnswer>;
  /** A person whose account no organization created. */
  stranger(username: string): Promise<string>;
  /** The types of the audit events of a person, in their order. */
  actsOn(userId: string): Promise<readonly string[]>;
}

export async function startScim(api?: Api): Promise<ScimApi> {
  return withScim(api ?? (await startApi()));
}

/** The same for an API that runs. */
function withScim(api: Api): ScimApi {
  const scim: ScimApi["scim"] = async (token, path, { method = "GET", body, headers = {} } = {}) => {
    const response = await fetch(`${api.adminOrigin}${SCIM_PATH}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 500 && response.status !== 501) throw new Error(`${text}\n${api.log().slice(-3000)}`);
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    ...api,
    scim,
    async organization(slug, ...domains) {
      const by = byOperatorAt(noon);
      const id = await addOrganization(api.database, { slug, name: slug }, by);
      if (id === undefined) throw new Error(`there is an organization ${slug}`);
      for (const domain of domains) {
        await api.database.pool.query(
          `INSERT INTO organization_domain (id, organization_id, domain, token, verified_at, created_at)
           VALUES ($1, $2, $3, 'token', $4, $4)`,
          [randomUUID(), id, domain, noon],
        );
      }
      const token = newSecret();
      const expiresAt = new Date(noon.getTime() + 365 * 86_400_000);
      const added = { organizationId: id, tokenHash: hashSecret(token), note: "test", expiresAt };
      const tokenId = (await addScimToken(api.database, added, by)) ?? "";
      return { id, slug, token, tokenId, scim: (path, call) => scim(token, path, call) };
    },
    async stranger(username) {
      const { rows } = await api.database.pool.query(
        `INSERT INTO end_user (id, username, username_folded, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, $1, $2, $2) RETURNING id`,
        [username, noon],
      );
      return rows[0].id;
    },
    async actsOn(userId) {
      const { rows } = await api.database.pool.query("SELECT type FROM audit_event WHERE user_id = $1 ORDER BY id", [
        userId,
      ]);
      return rows.map(({ type }) => type);
    },
  };
}
