import { describe, expect, it } from "vitest";
import { clientDocumentsOf } from "./mcp-clients.ts";
import { servicesOf } from "./services.ts";
import { readSettings } from "./settings.ts";

const secrets = {
  keyEncryptionKeys: "dev1:key",
  sampleClientSecret: "a",
  ownerPassword: "b",
  resourceServerPassword: "c",
};
const databases = {
  authorizationServer: "postgres://a",
  resourceServer: "postgres://r",
  administrator: "postgres://ad",
  owner: "postgres://o",
};

describe("decision 168: what starts the services", () => {
  const entries = (argv: readonly string[]) =>
    servicesOf(readSettings("/workspace", {}, argv), secrets, databases, undefined).map(({ entry }) => entry);

  it("are their sources", () => {
    expect(entries([]).filter((entry) => !entry.endsWith("/src/main.ts"))).toEqual([]);
  });

  it("are bundles of our services if there are some, while the samples run as people copy them", () => {
    expect(entries(["--bundled"])).toEqual([
      "/workspace/apps/authorization-server/dist/start.js",
      "/workspace/apps/resource-server/dist/start.js",
      "/workspace/apps/sample-client/src/main.ts",
      "/workspace/apps/admin-console/dist/start.js",
      "/workspace/apps/sample-api/src/main.ts",
      "/workspace/apps/sample-mcp/src/main.ts",
      "/workspace/apps/sample-stock/src/main.ts",
    ]);
  });
});

describe("the environment of the services", () => {
  it("gives a variable with the prefix of a service only to that service, without the prefix", () => {
    const environment = {
      LOG_LEVEL: "debug",
      AUTHORIZATION_SERVER__MTLS_PORT: "4007",
      RESOURCE_SERVER__MTLS_PORT: "4008",
    };
    const services = servicesOf(readSettings("/workspace", environment, []), secrets, databases, undefined);
    const ports = services.map(({ name, environment: own }) => [name, own.MTLS_PORT, own.LOG_LEVEL]);
    expect(ports).toEqual([
      ["authorization-server", "4007", "debug"],
      ["resource-server", "4008", "debug"],
      ["sample-client", undefined, "debug"],
      ["admin-console", undefined, "debug"],
      ["sample-api", undefined, "debug"],
      ["sample-mcp", undefined, "debug"],
      ["sample-stock", undefined, "debug"],
    ]);
    for (const { environment: own } of services) expect(Object.keys(own).join()).not.toContain("__");
  });

  it.each([
    ["by itself", {}, "open", "notes:read,notes:write"],
    ["as the person says", { CLIENT_DOCUMENTS: "off", CLIENT_DOCUMENT_SCOPES: "" }, "off", ""],
    ["as the person says for this service", { AUTHORIZATION_SERVER__CLIENT_DOCUMENTS: "listed" }, "listed", undefined],
  ])("takes metadata documents of MCP clients for the sample MCP server, %s", (_, environment, documents, scopes) => {
    const settings = readSettings("/workspace", environment, []);
    const [server] = servicesOf(settings, secrets, databases, undefined);
    expect(server?.environment.CLIENT_DOCUMENTS).toBe(documents);
    expect(server?.environment.CLIENT_DOCUMENT_SCOPES).toBe(scopes ?? "notes:read,notes:write");
    expect(clientDocumentsOf(settings)).toBe(documents);
    expect(server?.environment.OPEN_REGISTRATION).toBe("native");
  });
});
