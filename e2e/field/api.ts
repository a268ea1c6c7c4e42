/** An API of others that accepts our access tokens, registered by the command on its page in docs/clients. */
import assert from "node:assert/strict";
import { json, sendForm } from "../support/http.ts";
import { countersign, type NewClient } from "../support/worlds/operator.ts";
import type { World } from "../support/worlds/world.ts";
import type { FieldSurroundings } from "./field-party.ts";
import { facts } from "./install.ts";
import type { Page } from "./page.ts";

/** The identifier of the API on the pages. */
const IDENTIFIER = "https://orders.example.com";

export interface Api {
  readonly world: World;
  /** Its identifier. Each party has one of its own. */
  readonly resource: string;
  /** A client that acts for itself, and may ask for its scopes. */
  readonly caller: NewClient;
  /** A text of the page, with the identifier of this API. */
  readonly own: (text: string) => string;
}

/** Registers the API of a party by the command on its page, and a client that calls it. */
export async function registerApi(name: string, page: Page, { world, operator }: FieldSurroundings): Promise<Api> {
  const resource = `https://${name}.example.com`;
  const own = (text: string) => text.replace(IDENTIFIER, resource);
  const added = page.argumentsOf("npm run --silent countersign -- resources add ").map(own);
  await countersign(world, ["resources", "add", ...added]);
  const options = ["--grant-type", "client_credentials", "--scope", "orders:read orders:write"];
  return { world, resource, caller: await operator.addClient("--name", "Caller", ...options), own };
}

/** The API answers at /orders, and demands its scope `orders:read`. */
export async function answersOnlyTokensWithItsScope({ world, resource, caller }: Api, port: number): Promise<void> {
  const asked = async (token?: string) =>
    fetch(`http://localhost:${port}/orders`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  const token = (scope: string) => tokenOf(world, caller, { scope, resource });

  const answer = await asked(await token("orders:read"));
  assert.equal(answer.status, 200, String(answer.headers.get("www-authenticate")));
  assert.deepEqual(facts({ body: await answer.text() }), { caller: caller.clientId });
  assert.equal((await asked(await token("orders:write"))).status, 403, "without the scope");
  assert.equal((await asked()).status, 401, "without a token");
  assert.equal((await asked("no.access.token")).status, 401, "with another text");
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
