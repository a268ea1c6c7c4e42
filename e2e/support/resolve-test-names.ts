/** Loaded into our services before their own code: names below .test are this machine. */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const lookup = dns.lookup as (name: string, ...rest: unknown[]) => void;

// The real function resolves the address instead, and so answers in whatever form was asked for.
const answering = (name: string, ...rest: unknown[]) => lookup(name.endsWith(".test") ? "127.0.0.1" : name, ...rest);

dns.lookup = Object.assign(answering, dns.lookup) as typeof dns.lookup;
syncBuiltinESMExports();
