/** Loaded into our services before their own code. It resolves names below .test and .localhost to this machine. */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const lookup = dns.lookup as (name: string, ...rest: unknown[]) => void;

// The real function then resolves the address instead of the name, and answers in the form that the caller asked
// for.
const answering = (name: string, ...rest: unknown[]) =>
  lookup(/\.(?:test|localhost)$/.test(name) ? "127.0.0.1" : name, ...rest);

dns.lookup = Object.assign(answering, dns.lookup) as typeof dns.lookup;
syncBuiltinESMExports();
