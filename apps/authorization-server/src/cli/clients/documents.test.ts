import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const url = "https://app.example/client.json";
let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const documents = (...argv: string[]) => cli.json("clients", "documents", ...argv);

describe("CIMD, section 8.9: clients documents", () => {
  it("pins, blocks and lists a URL that was never fetched, and takes the decisions back", async () => {
    expect(await documents("list")).toEqual([]);
    expect(await documents("pin", url)).toEqual({ url, decision: "pinned" });
    expect(await documents("list")).toEqual([{ url, name: "", fetched: "", fresh_until: "", decision: "pinned" }]);
    expect(await documents("block", url)).toEqual({ url, decision: "blocked" });
    expect(await documents("list")).toMatchObject([{ url, decision: "blocked" }]);
    expect(await documents("undecide", url)).toEqual({ url, decision: null });
    expect(await documents("list")).toMatchObject([{ url, decision: "" }]);

    const audited = (await cli.audited()).filter(({ client_id }) => client_id === url);
    expect(audited.map(({ type }) => type)).toEqual([...Array(3).fill("client_document_decided"), "client_enabled"]);
  });

  it.each([
    ["a malformed URL", ["pin", "https://app.example"], "cannot be a client_id"],
    ["a URL without a decision", ["undecide", "https://app.example/none"], "is neither pinned nor blocked"],
  ])("refuses %s", async (_, argv, sentence) => {
    const { exitCode, stderr } = await cli.run(["clients", "documents", ...argv]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(sentence);
  });
});
