/** How MCP clients become clients of the ecosystem. */
import type { Settings } from "./settings.ts";

/** An MCP client signs in at the sample MCP server at first try, without a registration by an operator. */
export const FOR_MCP_CLIENTS = {
  CLIENT_DOCUMENTS: "open",
  CLIENT_DOCUMENT_SCOPES: "notes:read,notes:write",
  OPEN_REGISTRATION: "native",
  NATIVE_LOCALHOST: "allowed",
} as const;

/** What the authorization server is told about metadata documents of clients. */
export const clientDocumentsOf = ({ environment }: Settings): string =>
  environment.AUTHORIZATION_SERVER__CLIENT_DOCUMENTS ||
  environment.CLIENT_DOCUMENTS ||
  FOR_MCP_CLIENTS.CLIENT_DOCUMENTS;
