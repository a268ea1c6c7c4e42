// Keeps the documents true to the code.
//   node scripts/documents.mjs [name…]            writes the generated documents
//   node scripts/documents.mjs --check [name…]    exits 1 if a document and the code differ
//   node scripts/documents.mjs --results          exits 1 if the last run of all tests left out an attack, or an
//                                                 attack failed; 3 if the only problem is that the tests of a
//                                                 package did not run
// By default, all documents. A check that looks at nothing finds nothing wrong. So each check comes with changes
// that make a document wrong. --check also fails if one of these changes goes unnoticed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { administrationClient } from "./documents/administration-client.mjs";
import { administrationFields } from "./documents/administration-fields.mjs";
import { attackTable } from "./documents/attack-table.mjs";
import { chartSettings, chartValues } from "./documents/chart.mjs";
import { clientMembers } from "./documents/client-members.mjs";
import { clientPages } from "./documents/client-pages.mjs";
import { commandLines } from "./documents/command-lines.mjs";
import { comments } from "./documents/comments.mjs";
import { configurationReference } from "./documents/configuration-reference.mjs";
import { configurationSchema } from "./documents/configuration-schema.mjs";
import { conformanceTable } from "./documents/conformance-table.mjs";
import { decisionIndex } from "./documents/decision-index.mjs";
import { drills } from "./documents/drills.mjs";
import { eventTable } from "./documents/event-table.mjs";
import { findings } from "./documents/findings.mjs";
import { folders } from "./documents/folders.mjs";
import { specMap } from "./documents/spec-map.mjs";
import { specificationTable } from "./documents/specification-table.mjs";
import { tableCells } from "./documents/table-cells.mjs";
import { changed, workspace } from "./documents/tree.mjs";
import { troubleshooting } from "./documents/troubleshooting.mjs";
import { conclude, root } from "./workspace.mjs";

/**
 * Each of these has:
 * - `check(tree)` returns the `problems`, one sentence each, and the message if there are none (`fine`);
 * - `mistakes` are changes that `check` must notice: `file`, the words to replace (`from`, `to`; neither if the file is
 *   gone), and what the check then `says`;
 * - `write(tree)`, if the document is generated, returns its path and text, or a sentence that says why it cannot be
 *   written.
 */
const DOCUMENTS = {
  "spec-map": specMap,
  "specification-table": specificationTable,
  "configuration-reference": configurationReference,
  "configuration-schema": configurationSchema,
  "chart-settings": chartSettings,
  "chart-values": chartValues,
  "client-members": clientMembers,
  "client-pages": clientPages,
  "administration-client": administrationClient,
  "administration-fields": administrationFields,
  "event-table": eventTable,
  "decision-index": decisionIndex,
  "attack-table": attackTable,
  "conformance-table": conformanceTable,
  drills,
  findings,
  troubleshooting,
  "table-cells": tableCells,
  "command-lines": commandLines,
  comments,
  folders,
};

const { values, positionals } = parseArgs({
  options: { check: { type: "boolean" }, results: { type: "boolean" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in DOCUMENTS));
if (unknown.length > 0) {
  console.error(`${unknown.join(" ")} is not known here. Known are: ${Object.keys(DOCUMENTS).join(", ")}.`);
  process.exit(2);
}
const names = positionals.length > 0 ? positionals : Object.keys(DOCUMENTS);

if (values.results) finish(attackTable.results(workspace));
else if (values.check) await checkAll();
else await writeAll();

async function checkAll() {
  const problems = [];
  for (const name of names) {
    const found = await DOCUMENTS[name].check(workspace);
    problems.push(...found.problems);
    if (found.problems.length === 0) console.log(`${name}: ${found.fine}`);
  }
  // If the tree already has a problem, one more mistake proves nothing.
  if (problems.length === 0) problems.push(...(await unnoticed()));
  conclude(problems, "Each check noticed the mistakes that were made for it.");
}

/** Makes each mistake, one at a time, and reports those that no check noticed. */
async function unnoticed() {
  const problems = [];
  for (const name of names) {
    const { check, mistakes } = DOCUMENTS[name];
    for (const mistake of mistakes) {
      const tree = changed(workspace, mistake);
      const found = tree === undefined ? [] : (await check(tree)).problems;
      if (tree === undefined) problems.push(`${name}: ${mistake.file} has no “${mistake.from}” to change.`);
      else if (!found.some((problem) => mistake.says.test(problem)))
        problems.push(`${name} does not notice ${inWords(mistake)}.`);
    }
  }
  return problems;
}

function inWords({ file, from, to }) {
  return to === undefined ? `that ${file} is gone` : `“${to}” instead of “${from}” in ${file}`;
}

async function writeAll() {
  for (const name of names) {
    const written = await DOCUMENTS[name].write?.(workspace);
    if (typeof written === "string") console.log(`${name}: ${written}`);
    else if (written !== undefined) {
      writeFileSync(join(root, written.path), written.text);
      console.log(`${name}: ${written.path} is written.`);
    }
  }
}

function finish({ problems, fine, notRun }) {
  if (notRun === undefined) return conclude(problems, fine);
  for (const sentence of [notRun, ...problems]) console.error(sentence);
  process.exitCode = problems.length > 0 ? 1 : 3;
}
