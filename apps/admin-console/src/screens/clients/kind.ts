import type { Kind } from "../../quickstarts/quickstarts.ts";
import { textsIn } from "./texts-in.ts";

/** What an application is, by its metadata. */
export function kindOf(client: Readonly<Record<string, unknown>>): Kind {
  const grants = textsIn(client.grant_types);
  if (grants.includes("urn:ietf:params:oauth:grant-type:device_code")) return "device";
  if (grants.includes("client_credentials") && !grants.includes("authorization_code")) return "machine";
  if (client.application_type === "native") return "native";
  return client.token_endpoint_auth_method === "none" ? "browser" : "web";
}
