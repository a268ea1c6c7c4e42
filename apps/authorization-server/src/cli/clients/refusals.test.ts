import { invalidRequest, ProtocolError, readParameters, remedyOf } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusedRequests } from "../../platform/stores/client/refused-requests.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let id: string;
beforeAll(async () => {
  cli = await openCommandLine();
  const added = await cli.json("clients", "add", "--name", "App", "--redirect-uri", "https://app.example/cb");
  id = added.client_id;
});
afterAll(() => cli.close());

const show = (client = id) => cli.run(["clients", "refusals", client]);

describe("clients refusals", () => {
  it("says that there are none, and where others are", async () => {
    expect(await show()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("No request of this client was"),
    });
    expect(await show("nobody")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("there is no client") });
  });

  it("shows what was wrong, what to do and what was asked", async () => {
    const store = refusedRequests(cli.database);
    const at = cli.clock.now;
    const sent = [
      ["redirect_uri", "https://app.example/cb/"],
      ["state", "secret of the app"],
    ] as const;
    const parameters = readParameters(sent);
    const error = invalidRequest(
      "redirect_uri is not registered",
      "https://app.example/cb/",
      remedyOf("register_request_uri"),
    );
    for (const _ of [1, 2]) store.note({ client: { id }, endpoint: "authorization", error, parameters, at });
    const other = new ProtocolError("invalid_grant", "refresh token is invalid or expired");
    const later = new Date(at.getTime() + 1000);
    store.note({ client: { id }, endpoint: "token", error: other, parameters: readParameters([]), at: later });
    await store.flush();

    expect((await show()).stdout).toBe(`2030-01-01T12:00:01.000Z  token  invalid_grant  (once)
  wrong:  refresh token is invalid or expired
  asked:  nothing

2030-01-01T12:00:00.000Z  authorization  invalid_request  (2 times since 2030-01-01T12:00:00.000Z)
  wrong:  redirect_uri is not registered [https://app.example/cb/]
  to do:  add the address to request_uris of the client
  asked:  redirect_uri=https://app.example/cb/ state`);
    expect(await cli.json("clients", "refusals", id)).toMatchObject([
      { endpoint: "token", error: "invalid_grant", parameters: {}, remedy: null },
      {
        endpoint: "authorization",
        times: 2,
        parameter_names: ["redirect_uri", "state"],
        remedy: "add the address to request_uris of the client",
      },
    ]);
  });
});
