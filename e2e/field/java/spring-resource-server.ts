/** The resource server of Spring Boot: it verifies JWTs by the address of the issuer only, or asks by introspection. */
import assert from "node:assert/strict";
import { freePort } from "../../relying-parties/party.ts";
import { json, sendForm } from "../../support/http.ts";
import { countersign, type NewClient } from "../../support/operator.ts";
import type { World } from "../../support/world.ts";
import type { FieldParty, FieldSurroundings } from "../field-party.ts";
import { facts } from "../install.ts";
import { type Page, pageOf } from "../page.ts";
import { buildSpring, noJava, VERSIONS, whileSpringRuns } from "./spring.ts";

const byJwt = pageOf("spring-boot-resource-server");
const byIntrospection = pageOf("spring-boot-introspection");

export const springResourceServer3 = resourceServer("spring-boot-3-resource-server", VERSIONS[3], byJwt);
export const springResourceServer4 = resourceServer("spring-boot-4-resource-server", VERSIONS[4], byJwt);
export const springIntrospection3 = resourceServer("spring-boot-3-introspection", VERSIONS[3], byIntrospection);
export const springIntrospection4 = resourceServer("spring-boot-4-introspection", VERSIONS[4], byIntrospection);

function resourceServer(name: string, version: string, page: Page): FieldParty {
  return {
    name,
    version: `Spring Boot ${version}`,
    settings: page === byJwt ? "audiences; at the issuer, --access-token-typ JWT" : "",
    unavailable: noJava,
    install: (folder) => buildSpring(folder, version, "spring-boot-starter-oauth2-resource-server", byJwt),
    run: (surroundings) => protects(`https://${name}.example.com`, page, surroundings),
  };
}

/** @param resource the identifier of the API */
async function protects(resource: string, page: Page, { world, operator, folder }: FieldSurroundings): Promise<void> {
  const port = await freePort();
  const own = (word: string) => word.replace("https://orders.example.com", resource);
  const added = page.argumentsOf("npm run --silent countersign -- resources add ").map(own);
  await countersign(world, ["resources", "add", ...added]);
  const caller = await operator.addClient(
    ...["--name", "Caller", "--grant-type", "client_credentials", "--scope", "orders:read orders:write"],
  );
  const client = page === byIntrospection ? await operator.addClient(...page.clientOptions("").map(own)) : caller;
  const values = {
    "https://id.example.com": world.issuer,
    "https://orders.example.com": resource,
    "<client_id>": client.clientId,
    "<client_secret>": client.clientSecret ?? "",
  };
  await whileSpringRuns({ folder, port, page, values }, () =>
    answersOnlyTokensWithItsScope(world, `http://localhost:${port}/orders`, { caller, resource }),
  );
}

async function answersOnlyTokensWithItsScope(
  world: World,
  url: string,
  { caller, resource }: { readonly caller: NewClient; readonly resource: string },
): Promise<void> {
  const asked = async (token?: string) =>
    fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const token = (scope: string) => tokenOf(world, caller, { scope, resource });

  const answer = await asked(await token("orders:read"));
  assert.equal(answer.status, 200, String(answer.headers.get("www-authenticate")));
  assert.deepEqual(facts({ body: await answer.text() }), { caller: caller.clientId });
  assert.equal((await asked(await token("orders:write"))).status, 403, "without the scope");
  assert.equal((await asked()).status, 401, "without a token");
  const elsewhere = `${resource}/elsewhere`;
  await countersign(world, ["resources", "add", elsewhere, "--name", "Elsewhere", "--scope", "orders:read"]);
  const foreign = await tokenOf(world, caller, { scope: "orders:read", resource: elsewhere });
  assert.equal((await asked(foreign)).status, 401, "with a token for another resource server");
}

/** A token with which a client acts for itself. */
async function tokenOf(
  world: World,
  { clientId, clientSecret }: NewClient,
  wanted: { readonly scope: string; readonly resource: string },
): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const form = { grant_type: "client_credentials", ...wanted };
  const answer = await sendForm(world, `${world.issuer}/token`, form, { authorization });
  assert.equal(answer.status, 200, answer.body);
  return String(json(answer).access_token);
}
