/**
 * A connection that is held never waits for another one: if as many callers as there are connections do that, all wait
 * until their time is over, and so do all other callers (decision 122). Tests listen on these channels, and fail.
 * Without a listener, they cost nothing.
 */
import { channel } from "node:diagnostics_channel";

/** Binds what runs within it to the connection that it holds. */
const held = channel("countersign:connection-held");

/** Hears of each caller that asks for a connection, or for an answer over the connections that all share. */
const asked = channel("countersign:connection-asked");

/** Runs `work`, which holds a connection until its end. */
export async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  if (!held.hasSubscribers) return work();
  const connection = { isHeld: true };
  try {
    return await held.runStores(connection, work);
  } finally {
    connection.isHeld = false;
  }
}

/** Says that the caller asks for a connection. */
export function askForConnection(): void {
  if (asked.hasSubscribers) asked.publish(undefined);
}
