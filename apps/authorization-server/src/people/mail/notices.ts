/** Notices to people about what happened to their account (OWASP ASVS 5.0, V6.3.5 and V6.3.7). */
import { isIP } from "node:net";
import { networkOf } from "../../platform/http/address.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import type { Message, Outbox } from "./message.ts";

type WithoutRecipient<M> = M extends Message ? Omit<M, "to" | "userId" | "language"> : never;

/** A mail to a person, without the address and the language, which are the account's. */
export type Notice = WithoutRecipient<Message>;

/** When what a mail tells of happened, and the network address that it came from. */
export interface Occasion {
  readonly at: Date;
  readonly address?: string | undefined;
}

/**
 * What a mail says of the place where a person acted: the browser, and its network as the list of their devices shows
 * it. Who acts for another person is not named, and so has no browser.
 *
 * @param browser the User-Agent header
 */
export const actedIn = (browser: string, { address }: Occasion) => ({
  browser,
  // The peer of a Unix socket has no address.
  ...(browser !== "" && isIP(address ?? "") > 0 && { network: networkOf(address ?? "") }),
});

/**
 * Writes a notice into the outbox, in the transaction of the act that it is about. An account whose address was not
 * proved gets none: the address may be that of another person.
 */
export async function notify(query: Query, mail: Outbox, userId: string, notice: Notice, by: Occasion): Promise<void> {
  if (mail.isOn) await notifyAll(query, mail, await query(RECIPIENT, [userId]), placed(notice, by), by.at);
}

function placed(notice: Notice, by: Occasion): Notice {
  const { parameters } = notice;
  return "browser" in parameters
    ? ({ ...notice, parameters: { ...parameters, ...actedIn(parameters.browser, by) } } as Notice)
    : notice;
}

function notifyAll(query: Query, mail: Outbox, people: Awaited<ReturnType<Query>>, notice: Notice, at: Date) {
  const messages = people.map(({ id, email, locale }) => {
    return { ...notice, to: String(email), language: String(locale ?? "en"), userId: String(id) } as Message;
  });
  return mail.enqueueAll(query, messages, at);
}

/** Writes a notice to every person who has a role, directly or through a group: to at most a hundred people. */
export async function notifyHolders(
  query: Query,
  mail: Outbox,
  { resource, name }: { readonly resource: string; readonly name: string },
  notice: Notice,
  at: Date,
): Promise<void> {
  if (mail.isOn) await notifyAll(query, mail, await query(HOLDERS, [resource, name]), notice, at);
}

/**
 * Writes a notice to all who administer an organization or, if no one does, to the owners of the deployment, at
 * most to a hundred people.
 */
export async function notifyOrganization(
  query: Query,
  mail: Outbox,
  { resource, organizationId }: { readonly resource: string; readonly organizationId: string },
  notice: Notice,
  at: Date,
): Promise<void> {
  if (!mail.isOn) return;
  const holders = await query(HOLDERS_IN, [resource, "organizations", organizationId]);
  if (holders.length === 0) return notifyHolders(query, mail, { resource, name: "owner" }, notice, at);
  await notifyAll(query, mail, holders, notice, at);
}

/**
 * A person who has the password can sign in from any number of browsers. After so many notices an hour, there is none.
 */
const MOST_NEW_BROWSERS = 5;

/**
 * Writes the notice of a sign-in from a browser that was not used for the account before, in the transaction of the
 * sign-in.
 *
 * @param browser the User-Agent header
 */
export async function notifyOfNewBrowser(
  query: Query,
  mail: Outbox,
  { userId, browser }: { readonly userId: string; readonly browser: string },
  by: Occasion,
): Promise<void> {
  if (!mail.isOn) return;
  const [recent] = await query(NEW_BROWSERS, [userId, by.at]);
  if (Number(recent?.count) >= MOST_NEW_BROWSERS) return;
  await notify(query, mail, userId, { kind: "new-browser", parameters: { browser } }, by);
}

const HAS_PROVED = "u.email IS NOT NULL AND u.email_verified_at IS NOT NULL";

const RECIPIENT = `SELECT u.id, u.email, u.locale FROM end_user u WHERE u.id = $1 AND ${HAS_PROVED}`;

const NEW_BROWSERS = `
  SELECT count(*) FROM mail_delivery
   WHERE user_id = $1 AND kind = 'new-browser' AND created_at > $2::timestamptz - interval '1 hour'`;

const HOLDERS = `
  SELECT DISTINCT u.id, u.email, u.locale FROM role r
    JOIN role_assignment a ON a.role_id = r.id
    LEFT JOIN group_member m ON m.group_id = a.group_id
    JOIN end_user u ON u.id = coalesce(a.user_id, m.user_id) AND u.disabled_at IS NULL AND ${HAS_PROVED}
   WHERE r.resource = $1 AND r.name = $2 ORDER BY u.id LIMIT 100`;

const HOLDERS_IN = `
  SELECT DISTINCT u.id, u.email, u.locale FROM role r
    JOIN organization_role a ON a.role_id = r.id AND a.organization_id = $3::uuid
    LEFT JOIN group_member m ON m.group_id = a.group_id
    JOIN end_user u ON u.id = coalesce(a.user_id, m.user_id) AND u.disabled_at IS NULL AND ${HAS_PROVED}
   WHERE r.resource = $1 AND r.name = $2 ORDER BY u.id LIMIT 100`;
