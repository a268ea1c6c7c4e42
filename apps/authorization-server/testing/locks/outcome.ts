/** What is left of a person after acts, in a form in which two people can be compared. */
import type { World } from "../world.ts";
import type { Someone } from "./people.ts";

/** The tables with rows about a person, and how they name the person. */
const ABOUT: Readonly<Record<string, string>> = {
  ...{ end_user: "id", browser_session: "active_user_id", audit_event: "user_id", mail_delivery: "user_id" },
  ...Object.fromEntries(
    [
      "passkey totp_factor recovery_code second_factor_failure federated_identity person_picture sign_in",
      "organization_member group_member role_assignment organization_role scim_user terms_acceptance address_proof",
      "remembered_device consent authorization",
    ].flatMap((line) => line.split(" ").map((table) => [table, "user_id"])),
  ),
};

/** The rows about a person, without what is random or their own. */
export async function outcomeOf({ rows }: Pick<World, "rows">, someone: Someone): Promise<readonly string[]> {
  const parts = Object.entries(ABOUT).map(
    ([table, column]) => `SELECT '${table}' AS "table", to_jsonb(t) AS "row" FROM "${table}" t WHERE ${column} = $1`,
  );
  const found = await rows(`${parts.join(" UNION ALL ")}`, [someone.id]);
  return found.map(({ table, row }) => `${table} ${plain(JSON.stringify(row), someone)}`).toSorted();
}

/** A text without names, ids, secrets and numbers of rows. */
export const plain = (text: string, { username }: Someone): string =>
  text
    .replaceAll(username, "<name>")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>")
    .replaceAll(/"(?:\\\\x[\da-f]*|[\w+/=-]{40,})"/g, '"<secret>"')
    .replaceAll(/[\w-]{43}/g, "<secret>")
    .replaceAll(/"id":\s*\d+/g, '"id":<n>')
    // A sign-in does not wait for the person to write its time there.
    .replaceAll(/"last_sign_in_at":\s*(?:null|"[^"]*")/g, '"last_sign_in_at":<any>');
