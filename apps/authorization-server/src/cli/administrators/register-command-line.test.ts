import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientStore } from "../../platform/stores/client/clients.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

describe("administrators command-line", () => {
  it("registers a public client, whose people always prove a second factor", async () => {
    expect(await cli.json("administrators", "command-line")).toEqual({
      client_id: "countersign-cli",
      login: "countersign login --issuer http://localhost:4000",
    });
    expect(await clientStore(cli.database).find("countersign-cli")).toMatchObject({
      tokenEndpointAuthMethod: "none",
      requiredAcr: "urn:countersign:acr:mfa",
      redirectUris: ["http://127.0.0.1/callback"],
    });
  });

  it("does it once, unless it gets another id", async () => {
    const again = await cli.run(["administrators", "command-line"]);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("--id") });
    expect(await cli.json("administrators", "command-line", "--id", "other")).toMatchObject({ client_id: "other" });
  });
});
