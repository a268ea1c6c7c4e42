/** What a crowd sends: a directory its groups, and a provider its logout tokens. */
import type pg from "pg";
import type { Deployment } from "../servers/deployment.ts";
import type { Surroundings } from "../surroundings.ts";
import { startLogoutProvider } from "./provider.ts";
import type { Crowd } from "./send.ts";

/** As many as a request of a directory may have. */
const MEMBERS = 5000;
const WRITES = 12;
const LOGOUTS = 40;

/** A directory with 5000 people, which are all in each group that it writes. */
export async function groupWrites({ cli }: Deployment, pool: pg.Pool, origin: string) {
  const { id } = JSON.parse(cli("organizations", "add", "acme", "Acme", "--json"));
  const { rows } = await pool.query(
    `WITH made AS (
       INSERT INTO end_user (id, username, username_folded, created_at, updated_at)
       SELECT gen_random_uuid(), 'p' || i, 'p' || i, now(), now() FROM generate_series(1, $2::int) i RETURNING id)
     INSERT INTO organization_member (organization_id, user_id, created_at) SELECT $1, id, now() FROM made
     RETURNING user_id AS value`,
    [id, MEMBERS],
  );
  await pool.query("ANALYZE");
  const { token } = JSON.parse(cli("organizations", "scim-token", "add", "acme", "--json"));
  return async (round: number): Promise<Crowd> => ({
    origin,
    requests: Array.from({ length: WRITES }, (_, n) => ({
      path: "/scim/v2/Groups",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      json: { displayName: `Group ${round} ${n}`, members: rows },
    })),
  });
}

/** A provider at which a person has forty sessions, and which says of each that it ended. */
export async function logoutTokens(
  { cli, provider: { origin } }: Deployment,
  pool: pg.Pool,
  { port, afterwards }: Pick<Surroundings, "afterwards"> & { readonly port: number },
) {
  const provider = await startLogoutProvider(port, "bench-at-corp");
  afterwards(() => provider.close());
  cli(
    ...["providers", "add", "corp", "--name", "Corp", "--issuer", provider.issuer],
    ...["--client-id", "bench-at-corp", "--own-keys"],
  );
  return async (round: number): Promise<Crowd> => {
    const sids = Array.from({ length: LOGOUTS }, (_, n) => `${round} ${n}`);
    await pool.query(SESSIONS, [sids]);
    const tokens = await Promise.all(sids.map((sid) => provider.logoutToken(sid)));
    return {
      origin,
      requests: tokens.map((token) => ({
        path: "/federation/corp/backchannel-logout",
        form: { logout_token: token },
      })),
    };
  };
}

const SESSIONS = `
  WITH person AS (SELECT id FROM end_user WHERE username = 'alice'),
  numbered AS (SELECT gen_random_uuid() AS id, sid FROM unnest($1::text[]) sid),
  made AS (
    INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
    SELECT n.id, sha256(n.id::text::bytea), p.id, now(), now() + interval '1 day', now() + interval '1 day'
      FROM numbered n, person p)
  INSERT INTO sign_in (session_id, user_id, authenticated_at, amr, acr, proofs)
  SELECT n.id, u.id, now(), '{}', 'x', jsonb_build_array(jsonb_build_object('factor', 'federated', 'provider',
           jsonb_build_object('id', p.id, 'sid', n.sid)))
    FROM numbered n, person u, identity_provider p WHERE p.alias = 'corp'`;
