import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CLIENT_ROWS,
  type Client,
  type ClientRow,
  checkClient,
  clientFields,
  clientMetadata,
} from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authority } from "../../../testing/clients/certificates.ts";
import { said, samplesOf } from "../../../testing/clients/client-samples.ts";
import { metadata, newKeyPair, pathOf, registered, send } from "../../../testing/clients/registration.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { type CommandLine, openCommandLine } from "../../cli/testing/command-line.ts";
import { type Listener, startListener, testCa } from "../../platform/outbound/testing/listener.ts";
import { STATE_COLUMNS } from "../../platform/stores/client/client-rows.ts";

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
const samples = () => samplesOf(`https://localhost:${documents.port}/sector`);

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

describe("clients check says each member that decides something about a client", () => {
  const surroundings = {
    userinfo: { identifier: "https://auth.example/userinfo", scopes: ["openid", "profile", "email"] },
    others: [],
    nativeLocalhost: false,
    mustPush: false,
    mustSign: false,
  };
  const findings = (members: object) => {
    const { data } = clientMetadata({ issuer: "https://auth.example" }).safeParse({ ...base, ...members });
    return data && checkClient({ ...clientFields(data), id: "app" } as Client, surroundings);
  };
  /** Members that people see, or that are only kept. */
  const describing = ["client_name", "localized", "client_uri", "policy_uri", "tos_uri", "contacts"];
  describing.push("software_id", "software_version", "accent_light", "accent_dark");

  it.each(CLIENT_ROWS.filter(({ setBy }) => setBy !== "registration"))("$wire", async ({ wire }) => {
    // A secret is accepted in the header and in the body.
    const sample = wire === "token_endpoint_auth_method" ? { value: "none" } : (await samples())[wire];
    if (sample === undefined) throw new Error(`there is no sample of ${wire}`);
    const answer = findings(said(wire, sample));
    expect(answer).toBeDefined();
    // A member beside it may need it.
    const without = findings(sample.beside ?? {}) ?? findings({});
    if (describing.includes(wire)) expect(answer).toEqual(without);
    else expect(answer).not.toEqual(without);
  });
});
