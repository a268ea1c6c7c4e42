// vitest's JSON report with what its own does not say: the errors outside of a test, such as a promise that nobody
// handled. They fail a run, and no test.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { JsonReporter } from "vitest/node";

/** @public vitest makes one. */
export default class extends JsonReporter {
  async onTestRunEnd(modules, errors) {
    await super.onTestRunEnd(modules);
    const { root, outputFile } = this.ctx.config;
    const file = resolve(root, outputFile.json);
    const report = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...report, errors: errors.map(({ message }) => message) }));
  }
}
