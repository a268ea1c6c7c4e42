import type { Client } from "pg";

// SQLSTATE 01006 and 01007: PostgreSQL only warns about a GRANT or REVOKE that did nothing. Here it means a resource
// server that cannot read, or a stranger who can.
const PRIVILEGE_WARNINGS = new Set(["01006", "01007"]);

/** Does `work`, and collects PostgreSQL's warnings that a privilege was not given or taken. */
export async function withPrivilegeWarnings<T>(
  client: Client,
  work: () => Promise<T>,
): Promise<{ result: T; warnings: readonly string[] }> {
  const warnings: string[] = [];
  const listen = (notice: { code?: string | undefined; message?: string | undefined }) => {
    if (PRIVILEGE_WARNINGS.has(notice.code ?? "")) warnings.push(notice.message ?? "privileges unchanged");
  };
  client.on("notice", listen);
  try {
    return { result: await work(), warnings };
  } finally {
    client.off("notice", listen);
  }
}
