/** The metadata that the issuer publishes, and the client metadata that it accepts at registration. */
import { type Answer, json, send } from "./http.ts";
import type { Operator } from "./worlds/operator.ts";
import type { World } from "./worlds/world.ts";

/** The metadata document: RFC 8414 §2. */
export async function metadataOf(world: World): Promise<Readonly<Record<string, unknown>>> {
  return json(await send(world, `${world.issuer}/.well-known/openid-configuration`));
}

/** Registers a client with this metadata and the metadata that every client sends, using a new initial access token. */
export async function registration(world: World, operator: Operator, metadata: object): Promise<Answer> {
  const body = { client_name: "Registered", redirect_uris: ["https://rp.test/cb"], ...metadata };
  return send(world, `${world.issuer}/openid/register`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${await operator.addInitialAccessToken()}`,
    },
    body: JSON.stringify(body),
  });
}
