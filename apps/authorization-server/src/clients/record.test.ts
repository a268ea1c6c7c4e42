import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT_ROWS, type ClientRow } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../cli/testing/command-line.ts";
import { type Listener, startListener, testCa } from "../outbound/testing/listener.ts";
import { STATE_COLUMNS } from "../stores/client/client-rows.ts";
import { authority } from "../testing/certificates.ts";
import { metadata, newKeyPair, pathOf, registered, send } from "../testing/registration.ts";
import { type Service, startService } from "../testing/service.ts";

let documents: Listener;
let service: Service;
let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  documents = await startListener((_req, res) =>
    res.setHeader("content-type", "application/json").end(JSON.stringify(metadata.redirect_uris)),
  );
  const settings = {
    OUTBOUND_ALLOWED_HOSTS: `localhost:${documents.port}`,
    OUTBOUND_CA: testCa,
    USERINFO_RESPONSE_SECRET: randomBytes(32).toString("base64url"),
    MTLS_URL: "https://mtls.auth.example",
    MTLS_PORT: "4008",
    MTLS_PROXIES: "127.0.0.1",
    MTLS_CLIENT_CA: (await authority("CN=Clients")).cert,
  };
  [service, cli] = await Promise.all([startService({ settings }), openCommandLine()]);
  folder = await mkdtemp(join(tmpdir(), "countersign-record-"));
});
afterAll(async () => {
  await service.close();
  await cli.close();
  await documents.close();
  await rm(folder, { recursive: true });
});

const base = { ...metadata, profile: "oidc" };
const encrypted = async () => ({ jwks: { keys: [{ ...(await newKeyPair("e")).publicJwk, use: "enc" }] } });

const withCertificate = { token_endpoint_auth_method: "tls_client_auth" };

interface Sample {
  /** A value of the member that is not its default. */
  readonly value: unknown;
  /** The other members that a client needs to have this one. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** By member. A member of the record that is missing here fails below. */
async function samples(): Promise<Readonly<Record<string, Sample>>> {
  const keys = await encrypted();
  const alg = { value: "ECDH-ES", beside: keys };
  const enc = (member: string) => ({ value: "A256GCM", beside: { ...keys, [`${member}_alg`]: "ECDH-ES" } });
  const page = (path: string) => ({ value: `https://new.example/${path}` });
  return {
    profile: { value: "oauth21" },
    client_name: { value: "Another name" },
    localized: { value: { "client_name#de": "Laden", "policy_uri#fr": "https://new.example/regles" } },
    application_type: { value: "native" },
    redirect_uris: { value: ["https://new.example/cb", "https://new.example/other"] },
    post_logout_redirect_uris: { value: ["https://new.example/bye"] },
    token_endpoint_auth_method: { value: "client_secret_post" },
    token_endpoint_auth_signing_alg: {
      value: "ES384",
      beside: { jwks_uri: "https://new.example/jwks", token_endpoint_auth_method: "private_key_jwt" },
    },
    jwks: { value: keys.jwks },
    ...Object.fromEntries(
      ["jwks_uri", "initiate_login_uri", "client_uri", "policy_uri", "tos_uri"].map((name) => [name, page(name)]),
    ),
    grant_types: { value: ["authorization_code", "refresh_token"] },
    response_types: { value: ["code id_token"], beside: { grant_types: ["authorization_code", "implicit"] } },
    scope: { value: "openid email" },
    subject_type: { value: "pairwise" },
    sector_identifier_uri: { value: `https://localhost:${documents.port}/sector` },
    id_token_claims: { value: "requested" },
    token_endpoint_auth_method_pinned: { value: true },
    consent_policy: { value: "implicit" },
    redirect_uri_exceptions: { value: ["http_localhost"] },
    required_scopes: { value: ["email"] },
    id_token_signed_response_alg: { value: "ES256" },
    id_token_encrypted_response_alg: alg,
    id_token_encrypted_response_enc: enc("id_token_encrypted_response"),
    userinfo_signed_response_alg: { value: "EdDSA" },
    userinfo_encrypted_response_alg: alg,
    userinfo_encrypted_response_enc: enc("userinfo_encrypted_response"),
    default_max_age: { value: 600 },
    required_acr: { value: "urn:countersign:acr:mfa" },
    require_auth_time: { value: true },
    authorization_details_types: { value: ["payment"] },
    identity_providers: { value: ["corp"] },
    accent_light: { value: "#0b6b3a" },
    accent_dark: { value: "#7fe0a8" },
    default_acr_values: { value: ["urn:example:loa2"] },
    logo_uri: page("logo.png"),
    dpop_bound_access_tokens: { value: true },
    require_pushed_authorization_requests: { value: true },
    require_signed_request_object: { value: true },
    response_modes: { value: ["jwt", "form_post.jwt"] },
    authorization_signed_response_alg: { value: "PS256" },
    authorization_encrypted_response_alg: alg,
    authorization_encrypted_response_enc: enc("authorization_encrypted_response"),
    introspection_signed_response_alg: { value: "ES256" },
    introspection_encrypted_response_alg: alg,
    introspection_encrypted_response_enc: enc("introspection_encrypted_response"),
    request_uris: { value: ["https://new.example/request#1"] },
    request_object_encryption_alg: { value: "RSA-OAEP-256" },
    request_object_encryption_enc: enc("request_object_encryption"),
    request_object_signing_alg: { value: "ES512" },
    contacts: { value: ["ops@new.example"] },
    software_id: { value: "4NRB1-0XZABZI9E6-5SM3R" },
    software_version: { value: "2.1" },
    backchannel_logout_uri: page("backchannel"),
    backchannel_logout_session_required: { value: true, beside: { backchannel_logout_uri: "https://new.example/b" } },
    frontchannel_logout_uri: page("frontchannel"),
    frontchannel_logout_session_required: { value: true, beside: { frontchannel_logout_uri: "https://new.example/f" } },
    tls_client_auth_subject_dn: { value: "CN=t1,O=RP", beside: withCertificate },
    tls_client_auth_san_dns: { value: "t1.rp.example", beside: withCertificate },
    tls_client_auth_san_uri: { value: "https://rp.example/t1", beside: withCertificate },
    tls_client_auth_san_ip: { value: "192.0.2.1", beside: withCertificate },
    tls_client_auth_san_email: { value: "t1@rp.example", beside: withCertificate },
    tls_client_auth_anchor: {
      value: randomBytes(32).toString("base64url"),
      beside: { ...withCertificate, tls_client_auth_subject_dn: "CN=t1" },
    },
    tls_client_certificate_bound_access_tokens: { value: true },
  };
}

/** The metadata of a client with this sample. Values in other languages are separate members on the wire. */
const said = (wire: string, { value, beside }: Sample): Readonly<Record<string, unknown>> => ({
  ...beside,
  ...(wire === "localized" ? (value as object) : { [wire]: value }),
});

/** The arguments of `clients add`: the member as its option, and the rest in a file. */
async function asArguments({ wire, option, takes }: ClientRow, sent: Readonly<Record<string, unknown>>) {
  const inFile = { ...base, ...sent };
  const argv: string[] = [];
  if (option !== undefined) {
    const [flag = ""] = option.split(" ");
    const values = takes === "many" ? (sent[wire] as string[]) : [sent[wire]];
    delete (inFile as Record<string, unknown>)[wire];
    for (const value of values) {
      argv.push(flag, ...(value === true ? [] : [takes === "json" ? JSON.stringify(value) : String(value)]));
    }
  }
  const file = join(folder, `${wire}.json`);
  await writeFile(file, JSON.stringify(inFile));
  return ["--file", file, ...argv];
}

describe("the client record has a row for each column of a client", () => {
  it("each column belongs to one row, or to the state of a client", async () => {
    const { rows } = await cli.database.pool.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = 'client'`,
    );
    const named = [...CLIENT_ROWS.map(({ column }) => column), ...STATE_COLUMNS];
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it("each row has its own name on the wire, in a client and on the command line", () => {
    for (const key of ["wire", "field", "option"] as const) {
      const names = CLIENT_ROWS.map((row) => row[key]).filter((name) => name !== undefined);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

const BY_REGISTRATION = CLIENT_ROWS.filter(({ setBy }) => setBy !== "operator");

describe("RFC 7591 §3.2.1, RFC 7592 §2.1: registered metadata is returned, stored and read again", () => {
  it.each(BY_REGISTRATION.map(({ wire }) => wire))("%s", async (wire) => {
    const sample = (await samples())[wire];
    if (sample === undefined) throw new Error(`there is no sample of ${wire}`);
    const sent = said(wire, sample);

    const answer = await registered(service, { ...base, ...sent });
    expect(answer).toMatchObject(sent);
    const read = await send(service, {
      method: "GET",
      path: pathOf(answer),
      token: answer.registration_access_token,
    });
    // Everything except the secret, of which only a hash is stored from now on.
    expect(read.body).toEqual({ ...answer, client_secret: undefined });

    const replaced = await send(service, {
      method: "PUT",
      path: pathOf(answer),
      token: answer.registration_access_token,
      body: { ...base, ...(wire === "profile" && sent), client_id: answer.client_id },
    });
    expect(replaced.status).toBe(200);
    if (wire !== "profile") expect(replaced.body).not.toMatchObject(sent);
  });
});

const BY_OPERATOR = CLIENT_ROWS.filter(({ setBy }) => setBy === "operator");

describe("RFC 7592 §2.2: a client that replaces its registration keeps what only an operator sets", () => {
  /** Registers a client, sets its column as an operator's client has it, and replaces the registration. */
  async function afterReplacement({ wire, column }: ClientRow, changes: object) {
    // The other value is the default of a client that registered itself.
    const sample = wire === "id_token_claims" ? { value: "scopes" } : (await samples())[wire];
    if (sample === undefined) throw new Error(`there is no sample of ${wire}`);
    const sent = said(wire, sample);
    const made = await cli.json("clients", "add", ...(await asArguments({ wire } as ClientRow, sent)));
    const answer = await registered(service, base);
    const [theirs] = await cli.database.pool
      .query<{ value: unknown }>(`SELECT ${column} AS value FROM client WHERE id = $1`, [made.client_id])
      .then(({ rows }) => rows);
    await service.rows(`UPDATE client SET ${column} = $1 WHERE id = $2`, [theirs?.value, answer.client_id]);
    const { status, body } = await send(service, {
      method: "PUT",
      path: pathOf(answer),
      token: answer.registration_access_token,
      // The same member as a client may not set it.
      body: { ...base, [wire]: null, ...changes, client_id: answer.client_id },
    });
    const [left] = await service.rows(`SELECT ${column} AS value FROM client WHERE id = $1`, [answer.client_id]);
    const [event] = await service.rows(
      "SELECT detail FROM audit_event WHERE client_id = $1 AND type = 'client_updated'",
      [answer.client_id],
    );
    return { status, body, kept: left?.value, set: theirs?.value, detail: event?.detail };
  }

  it.each(BY_OPERATOR)("$wire", async (row) => {
    const { status, body, kept, set, detail } = await afterReplacement(row, { client_name: "Another" });
    expect([status, body.client_name]).toEqual([200, "Another"]);
    expect(kept).toEqual(set);
    expect(kept).not.toEqual(row.stored(base as never));
    expect(detail).toMatchObject({ changed: ["client_name"] });
  });

  it.each(BY_OPERATOR)("$wire, unless it becomes a client of profile fapi2, which has none", async (row) => {
    const strict = {
      profile: "fapi2",
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [{ ...(await newKeyPair("s")).publicJwk, use: "sig" }] },
      redirect_uris: ["https://new.example/cb"],
    };
    const { status, kept } = await afterReplacement(row, strict);
    expect(status).toBe(200);
    expect(kept).toEqual(row.stored(base as never));
  });
});

describe("clients add, clients show: what an operator sets is shown", () => {
  it.each(CLIENT_ROWS.filter(({ setBy }) => setBy !== "registration"))("$wire", async (row) => {
    const { wire } = row;
    const sample = (await samples())[wire];
    if (sample === undefined) throw new Error(`there is no sample of ${wire}`);
    const sent = said(wire, sample);

    const { client_id } = await cli.json("clients", "add", ...(await asArguments(row, sent)));
    expect(await cli.json("clients", "show", client_id)).toMatchObject(sent);
  });
});
