/** Examples of events, for tests of receivers. */
import type { ReadEvent } from "./audit-event-shape.ts";

/** No user and no client can have these ids: no client that is declared, and no client document, begins so. */
const EXAMPLE_USER = "00000000-0000-4000-8000-000000000000";
const EXAMPLE_CLIENT = "http:example";

interface Tested {
  /** The id of the event that says that the webhook was tested. */
  readonly id: string;
  readonly at: Date;
  readonly webhookId: string;
}

/**
 * An event of a type that did not happen. Its detail says that it is a test, because receivers that act on events get
 * it, too. The user and the client in it do not exist.
 */
export const exampleOf = (type: string, { id, at, webhookId }: Tested): ReadEvent & { readonly id: string } => ({
  id,
  at,
  type,
  actor: "administrator",
  actorId: EXAMPLE_USER,
  userId: EXAMPLE_USER,
  clientId: EXAMPLE_CLIENT,
  address: null,
  detail: { test: true, webhook: webhookId },
  reference: null,
});
