import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noon } from "../../../../testing/world.ts";
import { jobMeasures } from "../../../platform/jobs/running/job-measures.ts";
import { notingFailures } from "../../../platform/jobs/running/noted-runs.ts";
import { openParts } from "../../../platform/jobs/running/parts.ts";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
const log = { info: () => {}, error: () => {} };
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("settings:read");
});
afterAll(() => api.close());

const read = async () => (await api.call("/failing-jobs", { token })).body.items;
const measured = () => jobMeasures(api.database)[0]?.read();
const partsOf = (job: string) => openParts({ job, database: api.database, log, at: noon });
const refuse = async () => {
  throw Object.assign(new Error("a row of alice@example.org is broken"), { code: "XX001" });
};
const inMinutes = (count: number) => new Date(noon.getTime() + count * 60_000).toISOString();

describe("A16: administrators see what jobs could not do", () => {
  it("nothing, at first", async () => {
    expect([await read(), await measured()]).toEqual([[], []]);
  });

  it("the parts that failed, with the code of the error and no value of a row", async () => {
    await (await partsOf("purge")).attempt("sessions", refuse);
    const part = { part: "sessions", failures: 1, reason: "XX001", failed_at: noon.toISOString() };
    const parts = [{ ...part, next_attempt_at: inMinutes(1) }];
    expect(await read()).toEqual([{ name: "purge", failing: 1, since: noon.toISOString(), parts }]);
    expect(await measured()).toEqual([{ labels: { job: "purge" }, value: 1 }]);
  });

  it("ten of many, and how many there are", async () => {
    const { attempt } = await partsOf("erase-accounts");
    for (let n = 0; n < 15; n++) await attempt(`person ${n}`, refuse);
    const [{ failing, parts }] = await read();
    expect([failing, parts.length]).toEqual([15, 10]);
  });

  it("a run that failed as a whole, until one succeeds", async () => {
    let isBroken = true;
    const run = async () => (isBroken ? refuse() : 1);
    const job = notingFailures({ name: "client-uses", everySeconds: 60, run }, { ...api, now: () => noon });
    await expect(job.run()).rejects.toThrow("broken");
    await expect(job.run()).rejects.toThrow("broken");
    const named = async () => (await read()).filter(({ name }: { name: string }) => name === "client-uses");
    expect(await named()).toMatchObject([{ failing: 1, parts: [{ part: null, failures: 1, reason: "XX001" }] }]);
    isBroken = false;
    await job.run();
    expect(await named()).toEqual([]);
  });

  it("only with the scope", async () => {
    expect((await api.call("/failing-jobs", { token: await api.tokenOf("people:read") })).status).toBe(403);
  });
});
