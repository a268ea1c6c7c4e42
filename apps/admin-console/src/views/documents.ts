/** Pages of the documents of a deployment, which are at the address that it names (`DOCUMENTATION_URL`). */

/** The page about what an empty list is for, by the key of its title. */
const PAGES: Readonly<Record<string, string>> = {
  "audit.empty": "operations/audit-log",
  "blocked_addresses.empty": "blocked-addresses",
  "claims.empty": "claim-mapping",
  "clients.none_yet": "registering-clients",
  "exchange_policies.empty": "token-exchange",
  "groups.empty": "roles",
  "hooks.empty": "hooks",
  "imports.empty": "importing-people",
  "mails.empty": "mail",
  "organizations.empty": "organizations",
  "organizations.no_domains": "organizations",
  "people.none_yet": "operations/people",
  "providers.empty": "upstream-sign-in",
  "resource_servers.empty": "resources",
  "roles.empty": "roles",
  "scim.empty": "scim",
  "trusted_issuers.empty": "jwt-bearer",
  "webhooks.empty": "webhooks",
  "webhooks.no_deliveries": "webhooks",
};

/** The address of a page. @param documents where the documents are */
export function documentAt(documents: string, page: string): string {
  const url = new URL(documents);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${page}.html`;
  url.search = "";
  return url.href;
}

/** The address of the page about an empty list; `undefined` if there is none, or no documents. */
export function documentAbout(documents: string | undefined, title: string): string | undefined {
  const page = PAGES[title];
  return documents === undefined || page === undefined ? undefined : documentAt(documents, page);
}

/** @internal */
export const DOCUMENTED: readonly (readonly [title: string, page: string])[] = Object.entries(PAGES);
