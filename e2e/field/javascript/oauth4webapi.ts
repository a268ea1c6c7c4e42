/** oauth4webapi: devices, exchanged tokens and assertions. The code flow with it is in e2e/tests. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { authorize, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { json, sendForm } from "../../support/http.ts";
import { countersign } from "../../support/worlds/operator.ts";
import { signsInByDevice } from "../device-program.ts";
import type { FieldParty, FieldSurroundings } from "../field-party.ts";
import { facts } from "../install.ts";
import { pageOf } from "../page.ts";
import { npmInstall, npmUnavailable } from "./npm.ts";

const NAME = "oauth4webapi";
const ORDERS = `https://orders.${NAME}.example`;
const STOCK = `https://stock.${NAME}.example`;
const CLUSTER = `https://cluster.${NAME}.example`;
const WORKLOAD = "system:serviceaccount:shop:orders";
const WITHIN_MS = 60_000;
const page = pageOf(NAME);

export const oauth4webapi: FieldParty = {
  name: NAME,
  version: page.packages.join(" "),
  settings: "the scopes, the grant type of an exchange and of an assertion",
  unavailable: npmUnavailable,
  install: (folder) => npmInstall(folder, page.packages),

  async run(surroundings) {
    const { world, operator, folder } = surroundings;
    for (const [name, program] of page.programs) await writeFile(join(folder, name), program);
    const { clientId } = await operator.addClient(...page.clientOptions(""));
    const environment = { ISSUER: world.issuer, CLIENT_ID: clientId };
    await signsInByDevice({ command: [process.execPath, "device.mjs"], environment }, surroundings);

    await countersign(world, ["resources", "add", ORDERS, "--name", "Orders", "--scope", "orders:read"]);
    await countersign(world, ["resources", "add", STOCK, "--name", "Stock", "--scope", "stock:read"]);
    await exchanges(surroundings);
    await bringsAnAssertion(surroundings);
  },
};

/** The API exchanges the token of a person, and the new one names both of them. */
async function exchanges(surroundings: FieldSurroundings): Promise<void> {
  const { world, operator } = surroundings;
  const { clientId, clientSecret = "" } = await operator.addClient(
    ...["--name", "Orders API", "--resource-server", ORDERS, "--scope", "stock:read"],
    ...["--grant-type", "urn:ietf:params:oauth:grant-type:token-exchange"],
  );
  const audiences = ["--client", clientId, "--source", ORDERS, "--target", STOCK];
  await countersign(world, ["exchange-policies", "add", NAME, ...audiences, "--scope", "orders:read=stock:read"]);

  const TOKEN = await tokenOfPerson(surroundings);
  const credentials = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  const said = await end("exchange.mjs", surroundings, { ...credentials, TOKEN, TARGET: STOCK });
  assert.deepEqual(facts({ body: said }), { sub: decodeJwt(TOKEN).sub, act: clientId, scope: "stock:read" });
}

/** An access token of a person for the first API. */
async function tokenOfPerson({ world, operator, demo }: FieldSurroundings): Promise<string> {
  const redirect_uri = "https://shop.example.com/callback";
  const scope = "openid orders:read";
  const shop = ["--name", "Shop", "--profile", "oidc", "--redirect-uri", redirect_uri, "--scope", scope];
  const { clientId, clientSecret } = await operator.addClient(...shop);
  const request = { client_id: clientId, response_type: "code", redirect_uri, scope, resource: ORDERS };
  const url = `${world.issuer}/authorization?${new URLSearchParams(request)}`;
  const code = (await authorize(scriptedBrowser(world), url, demo)).searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", code, redirect_uri };
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const answer = await sendForm(world, `${world.issuer}/token`, form, { authorization });
  assert.equal(answer.status, 200, answer.body);
  return String(json(answer).access_token);
}

/** A program brings a token of its platform in place of a secret. */
async function bringsAnAssertion(surroundings: FieldSurroundings): Promise<void> {
  const { world, operator } = surroundings;
  const { clientId } = await operator.addClient(
    ...["--name", "Orders worker", "--token-endpoint-auth-method", "none", "--scope", "orders:read"],
    ...["--grant-type", "urn:ietf:params:oauth:grant-type:jwt-bearer"],
  );
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "1" }] });
  const rules = JSON.stringify([{ client: clientId, claims: { sub: WORKLOAD } }]);
  await countersign(world, [
    ...["trusted-issuers", "add", NAME, "--subject", "workload", "--issuer", CLUSTER, "--jwks", jwks],
    ...["--algs", "ES256", "--workloads", rules, "--resources", ORDERS, "--scopes", "orders:read"],
  ]);

  const ASSERTION = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: "ES256", kid: "1" })
    .setIssuer(CLUSTER)
    .setSubject(WORKLOAD)
    .setAudience(world.issuer)
    .setIssuedAt()
    .setExpirationTime("5 minutes")
    .sign(privateKey);
  const said = await end("assertion.mjs", surroundings, { CLIENT_ID: clientId, ASSERTION, RESOURCE: ORDERS });
  assert.deepEqual(facts({ body: said }), { aud: ORDERS, scope: "orders:read" });
}

/** Runs a program of the page to its end, and returns what it printed. */
async function end(
  program: string,
  { world, folder }: FieldSurroundings,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const env = { PATH: process.env.PATH, ISSUER: world.issuer, ...environment };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [program], { cwd: folder, env, timeout: WITHIN_MS });
  return stdout;
}
