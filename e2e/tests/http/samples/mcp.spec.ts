/** An MCP client on the official SDK: it knows only the address of the MCP server. */

import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Page } from "@playwright/test";
import { allow, expectPage, signIn } from "../../../support/browser/pages.ts";
import { fetchIn } from "../../../support/http.ts";
import { expect, test } from "../../../support/test.ts";
import type { Account, World } from "../../../support/worlds/world.ts";

const redirectUrl = "http://127.0.0.1:9/callback";

/** What the SDK asks of a client, and what it keeps. Without an id the client registers itself with its defaults. */
function provider(scope: string, id?: string) {
  let registered = id === undefined ? undefined : { client_id: id };
  let verifier = "";
  let address: URL | undefined;
  let tokens: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  const own: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], token_endpoint_auth_method: "none", scope },
    clientInformation: () => registered,
    saveClientInformation: (saved) => {
      registered = saved;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (url) => {
      address = url;
    },
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
  };
  return { own, address: () => address, tokens: () => tokens };
}

/** Opens the address in the browser, as a person does, and returns the code that the client is sent. */
async function codeFrom(page: Page, address: URL | undefined, person: Account): Promise<string> {
  const answered = page.waitForRequest((request) => request.url().startsWith(redirectUrl));
  await page.goto(String(address));
  await signIn(page, person);
  await expectPage(page, "consent");
  await expect(page.locator("main")).toContainText("Notes");
  await allow(page).catch(() => undefined); // Nothing listens at the redirect URI.
  const url = new URL((await answered).url());
  expect(url.searchParams.get("iss")).not.toBeNull();
  return url.searchParams.get("code") ?? "";
}

for (const [how, id] of [
  ["that an operator registered", "demo-mcp"],
  ["that registers itself with its defaults", undefined],
] as const)
  test(`MCP authorization: a client of the SDK ${how} finds the issuer, a person signs in, and tools are called`, ({
    page,
    world,
    person,
  }) => callsTools({ page, world, person }, id));

interface Surroundings {
  readonly page: Page;
  readonly world: World;
  readonly person: Account;
}

async function callsTools({ page, world, person }: Surroundings, id: string | undefined): Promise<void> {
  const { own, address, tokens } = provider("notes:read notes:write", id);
  const connect = async () => {
    const client = new Client({ name: "e2e", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(new URL(world.mcp), {
      authProvider: own,
      fetch: (url, init) => fetchIn(world)(String(url), init as Parameters<ReturnType<typeof fetchIn>>[1]),
    });
    return { client, transport, connecting: client.connect(transport as Parameters<typeof client.connect>[0]) };
  };

  const first = await connect();
  await expect(first.connecting).rejects.toThrow(UnauthorizedError);
  const asked = address()?.searchParams;
  expect(address()?.origin).toBe(world.issuer);
  expect(asked?.get("resource")).toBe(world.mcp);
  expect(asked?.get("code_challenge_method")).toBe("S256");

  await first.transport.finishAuth(await codeFrom(page, address(), person));
  expect(tokens()).toMatchObject({ token_type: "Bearer", scope: "notes:read notes:write" });

  const { client, connecting } = await connect();
  await connecting;
  const say = async (name: string, args: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: args })).content;
  await say("add_note", { note: "Buy coffee" });
  expect(await say("list_notes")).toEqual([{ type: "text", text: "Buy coffee" }]);
  await client.close();
}
