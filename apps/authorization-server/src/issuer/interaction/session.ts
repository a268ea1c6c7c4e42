/** The session of the browser that an interaction belongs to. */
import type { IncomingMessage } from "node:http";
import type { Client } from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import type { Session } from "../../platform/stores/session/session-row.ts";
import type { Interaction } from "./interaction.ts";

type Finding = Pick<Dependencies, "sessions" | "cookies" | "now">;

/** The session of this browser, with the person's consent for this client. */
export function findSession(
  { client, request }: Pick<Interaction, "client" | "request">,
  { sessions, cookies, now }: Finding,
  req: IncomingMessage,
): Promise<Session | undefined> {
  return sessions.find(cookies.session(req), { clientId: client?.id, resource: request.resource }, now());
}

/** Whether a person is signed in at this browser. It also works where the request itself may not have been read. */
export async function hasSession(
  client: Client,
  { sessions, cookies, now, userinfoResource }: Finding & Pick<Dependencies, "userinfoResource">,
  req: IncomingMessage,
): Promise<boolean> {
  const agreed = { clientId: client.id, resource: userinfoResource.identifier };
  return (await sessions.find(cookies.session(req), agreed, now())) !== undefined;
}
