/** The text for a person when everything answers. */
import type { Facts } from "./ecosystem.ts";

/** What the deployment takes, in the words of CLIENT_DOCUMENTS. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  open: "MCP clients register themselves here, or are known by their metadata document (CLIENT_DOCUMENTS=open).",
  listed: "MCP clients of listed hosts need no registration here (CLIENT_DOCUMENTS=listed).",
};

/** @param seconds how long the start took */
export function welcome(
  { issuer, resource, client, api, stock, mcp, administration, console, accounts, mails, clientDocuments }: Facts,
  seconds: number,
): string {
  const people = accounts.map(
    ({ username, password, totp }) =>
      `    ${username}  (password: ${password}${totp === undefined ? "" : `, authenticator app: ${totp}`})`,
  );
  return [
    "",
    `Countersign is ready (${seconds.toFixed(1)} s). Open the sample client and sign in:`,
    "",
    `    ${client}`,
    "",
    ...(people.length > 0 ? ["Demo accounts:", "", ...people, ""] : []),
    `Authorization server  ${issuer}`,
    `Resource server       ${resource}/userinfo`,
    `Sample API            ${api}/orders`,
    `Sample stock API      ${stock}/reservations`,
    `Sample MCP server     ${mcp}`,
    "Sample command line   cd apps/sample-cli && npm run -s orders sign-in",
    `Administration        ${console}`,
    `Administration API    ${administration}/admin/api/v1`,
    ...(mails === undefined ? [] : [`Mails                 ${mails}`]),
    "",
    ...(DOCUMENTS[clientDocuments] === undefined ? [] : [DOCUMENTS[clientDocuments], ""]),
    "Ctrl-C stops everything; the data stays.",
    "",
  ].join("\n");
}
