/**
 * Code that holds a connection to the database never waits for this store: with PostgreSQL it would be another
 * connection of the same pool, and with Redis an outage there would take up the pool (decision 122). Tests listen on
 * this channel, and fail. Without a listener, it costs nothing.
 */
import { channel } from "node:diagnostics_channel";

const asked = channel("countersign:connection-asked");

/** Says that the caller asks the store. */
export function askStore(): void {
  if (asked.hasSubscribers) asked.publish(undefined);
}
