import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const scopes = ["clients:read", "clients:write", "roles:read", "roles:write", "settings:read", "settings:write"];
const owned = { managed_by: "shop.yaml" };

/** What the API answers when a configuration declares everything, or nothing. */
function answers(isManaged: boolean) {
  const plain = answersWith("x");
  const owner = isManaged ? owned : { managed_by: null };
  const [client, group, role] = [plain.readClient, plain.readGroup, plain.listRoles.items[0] as object];
  return {
    ...plain,
    readClient: { ...client, ...owner },
    listClients: { items: [{ ...client, ...owner }] },
    readGroup: { ...group, ...owner },
    listGroups: { items: [{ ...group, ...owner }] },
    listRoles: { items: [{ ...role, ...owner }] },
    readRole: { ...role, ...owner },
    readWebhook: { ...plain.readWebhook, ...owner },
    listWebhooks: { items: [{ ...plain.readWebhook, ...owner }] },
    readTrustedIssuer: { ...plain.readTrustedIssuer, ...owner },
    listTrustedIssuers: { items: [{ ...plain.readTrustedIssuer, ...owner }] },
    readProvider: { ...plain.readProvider, ...owner },
    listProviders: { items: [{ ...plain.readProvider, ...owner }] },
    readResourceServer: { ...plain.readResourceServer, ...owner },
    listResourceServers: { items: [{ ...plain.listResourceServers.items[0], ...owner }] },
  };
}

const page = async (path: string, isManaged: boolean) => {
  console = await startConsole({ scopes, answers: answers(isManaged) });
  return (await console.get(path)).text();
};

describe("cf.3: what a configuration declares has a lock with its name, and no forms", () => {
  it.each([
    ["/clients/x?tab=settings", ["save", "disable"]],
    ["/clients/x?tab=credentials", ["rotate-secret", "replace-secret", "end-secret"]],
    [`/groups/${ID}?tab=roles`, ["take-role", "remove"]],
    [`/groups/${ID}?tab=settings`, ["rename", "remove"]],
    ["/roles", []],
    [`/roles/${ID}?tab=settings`, ["save", "remove"]],
    ["/settings/providers/corp", ["disable", "remove"]],
    ["/settings/providers/corp?tab=settings", ["save"]],
    ["/settings/providers", []],
    [`/settings/webhooks/${ID}?tab=settings`, ["save", "disable", "remove"]],
    ["/settings/webhooks", []],
    [`/settings/trusted-issuers/${ID}?tab=settings`, ["save", "disable", "remove"]],
    ["/settings/trusted-issuers", []],
    ["/clients", []],
    ["/groups", []],
    ["/settings", []],
    ["/settings/apis/x?tab=settings", ["save", "disable", "remove"]],
  ])("%s", async (path, acts) => {
    const locked = await page(path, true);
    expect(locked).toMatch(/(?:id|class)="lock"[\s\S]*<svg[\s\S]*shop\.yaml/);
    for (const act of acts) expect(locked).not.toContain(`name="act" value="${act}"`);
    await console.close();
    const free = await page(path, false);
    expect(free).not.toMatch(/(?:id|class)="lock"/);
    for (const act of acts) expect(free).toContain(`value="${act}"`);
  });

  it("a client that a configuration declares shows its registration", async () => {
    const html = await page("/clients/x?tab=advanced", true);
    expect(html).toContain("is declared in the configuration shop.yaml");
    expect(html).toContain("redirect_uris");
  });

  it("cf.5: secrets that an application made are shown once", async () => {
    const made = [{ section: "clients", key: "robot", secret: "made-s3cret" }];
    const applyConfiguration = { ...answersWith("x").applyConfiguration, secrets: made };
    console = await startConsole({ scopes, answers: { ...answersWith("x"), applyConfiguration } });
    const form = { act: "apply", configuration: "managed_by: x", etag: '"v1"' };
    const html = await (await console.post("/settings/configuration", form)).text();
    expect(html).toContain("made-s3cret");
    expect(html).toContain("clients: robot");
  });
});
