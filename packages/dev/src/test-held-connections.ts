/**
 * A vitest setup file: a test fails if a caller with a connection to the database waits for anything else that can
 * be slow (decision 122): another connection, the short-lived store, or another host.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import { afterEach } from "vitest";

/** On these channels, `@countersign/database` and `@countersign/ephemeral` say who holds and who asks. */
const held = channel("countersign:connection-held");
const ASKED = ["countersign:connection-asked", "undici:request:create", "net.client.socket"];

const holder = new AsyncLocalStorage<unknown>();
const found: Error[] = [];

held.bindStore(holder);
for (const name of ASKED) channel(name).subscribe(note);
// A script that uses the world of the tests has no test that could fail.
if (process.env.VITEST === "true") afterEach(assertNone);

/** What runs on after the connection was given back is free to ask. */
function note(_message: unknown, name: string | symbol): void {
  const connection = holder.getStore() as { readonly isHeld: boolean } | undefined;
  if (connection?.isHeld === true) found.push(new Error(`asked for while a connection was held: ${String(name)}`));
}

function assertNone(): void {
  const [first] = takeFound();
  if (first !== undefined) throw first;
}

/** What was found since the last call. */
export const takeFound = (): readonly Error[] => found.splice(0);

/** Runs what only a test does while a connection is held, by connections of its own. */
export const byTest = <T>(work: () => T): T => held.runStores({ isHeld: false }, work);
