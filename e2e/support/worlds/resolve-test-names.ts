/**
 * Loaded into our services before their own code, and into the processes of the tests. It resolves names below .test
 * and .localhost to this machine.
 */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const lookup = dns.lookup as (name: string, ...rest: unknown[]) => void;
const promised = dns.promises.lookup as (name: string, ...rest: unknown[]) => Promise<unknown>;

// The real functions then resolve the address instead of the name, and answer in the form that the caller asked for.
const addressOf = (name: string) => (/\.(?:test|localhost)$/.test(name) ? "127.0.0.1" : name);
const answering = (name: string, ...rest: unknown[]) => lookup(addressOf(name), ...rest);
const promising = (name: string, ...rest: unknown[]) => promised(addressOf(name), ...rest);

dns.lookup = Object.assign(answering, dns.lookup) as typeof dns.lookup;
dns.promises.lookup = promising as typeof dns.promises.lookup;
syncBuiltinESMExports();
