import { chmodSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Elsewhere, openElsewhere } from "./testing/elsewhere.ts";
import { type FakeDeployment, openFakeDeployment } from "./testing/fake-deployment.ts";

let deployment: FakeDeployment;
let elsewhere: Elsewhere;
beforeEach(async () => {
  deployment = await openFakeDeployment();
  elsewhere = await openElsewhere(deployment.issuer);
});
afterEach(async () => {
  elsewhere.close();
  await deployment.close();
});

const formsOf = (path: string) => deployment.sent.filter((one) => one.path === path).map(({ form }) => form);
const grants = () => formsOf("/token").map((form) => form.get("grant_type"));
const STEP_UP = 'Bearer error="insufficient_user_authentication", acr_values="urn:countersign:acr:mfa", max_age="900"';
const PROBLEM = { title: "A stronger or more recent sign-in is needed", status: 401 };

describe("login", () => {
  it("shows a code, asks for the API and a second factor, and keeps what comes only for its owner", async () => {
    const { exitCode, stdout, stderr } = await elsewhere.run(["login"]);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining(`Open  ${deployment.issuer}/code\nCode  BCDFG-HJKLM`),
    ]);
    expect(stdout).toMatch(/You are signed in\.\nissuer .*\napi .*\nscopes {2}people:read settings:write\n/);
    const [asked] = formsOf("/device");
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      client_id: "countersign-cli",
      resource: deployment.api,
      acr_values: "urn:countersign:acr:mfa",
      scope: expect.stringContaining("settings:write"),
    });
    const [file = ""] = elsewhere.files();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(await elsewhere.kept.read()).toMatchObject({ api: deployment.api, way: "device" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("--fresh wants another proof now", async () => {
    await elsewhere.run(["login", "--fresh"]);
    expect(formsOf("/device")[0]?.get("max_age")).toBe("300");
  });

  it("ends the access of the sign-in before", async () => {
    await elsewhere.run(["login"]);
    const before = await elsewhere.kept.read();
    await elsewhere.run(["login"]);
    expect(formsOf("/revoke").map((form) => form.get("token"))).toEqual([before?.refreshToken]);
  });

  it("says that no role allows anything, and how else the API is named", async () => {
    deployment.tokenAnswers.push([200, { access_token: "a", token_type: "bearer", scope: "openid" }]);
    expect((await elsewhere.run(["login"])).stderr).toContain("no role of yours at this API allows anything");
    deployment.metadata.protected_resources = ["https://orders.example"];
    expect(await elsewhere.run(["login"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("--api or COUNTERSIGN_DEPLOYMENT_API"),
    });
    elsewhere.environment.COUNTERSIGN_DEPLOYMENT_API = "http://localhost:4007/admin/api/v1";
    await elsewhere.run(["login"]);
    expect(formsOf("/device").at(-1)?.get("resource")).toBe("http://localhost:4007/admin/api/v1");
  });

  it.each([
    ["access_denied", "refused in the browser"],
    ["expired_token", "expired before someone decided"],
    ["unauthorized_client", "try countersign login --browser"],
    ["unmet_authentication_requirements", "has no second step"],
    ["some_other", "answered with the error some_other"],
  ])("%s becomes a sentence that says the way on", async (error, sentence) => {
    deployment.tokenAnswers.push([400, { error }]);
    const { exitCode, stderr } = await elsewhere.run(["login"]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(elsewhere.files()).toEqual([]);
  });

  it("a client that is not registered there is named as the cause (RFC 6749 §5.2)", async () => {
    deployment.tokenAnswers.push([401, { error: "invalid_client" }, "Basic"]);
    expect((await elsewhere.run(["login"])).stderr).toContain("countersign administrators command-line");
  });

  it.each([
    ["http://auth.example", "must be https"],
    ["nothing", "is no address"],
    ["https://127.0.0.1:1", "does not answer"],
  ])("refuses the issuer %s", async (issuer, sentence) => {
    const { exitCode, stderr } = await elsewhere.run(["login", "--issuer", issuer]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it("OpenID Connect Discovery §4.3: refuses an issuer that has another name", async () => {
    expect((await elsewhere.run(["login", "--issuer", `${deployment.issuer}/`])).stderr).toContain("to the letter");
  });

  it("needs an issuer, by option or by environment", async () => {
    elsewhere.environment.COUNTERSIGN_DEPLOYMENT = "";
    expect(await elsewhere.run(["login"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--issuer or"),
    });
    expect((await elsewhere.run(["--issuer", deployment.issuer, "login"])).exitCode).toBe(0);
  });

  it("RFC 8252 §8.9: --browser takes only the response to its own request", async () => {
    let answers: Promise<number>[] = [];
    const openUrl = (url: string) => {
      const { searchParams: asked } = new URL(url);
      const callback = asked.get("redirect_uri") ?? "";
      const state = asked.get("state");
      const queries = ["?error=access_denied", `?error=access_denied&state=${state}&iss=${deployment.issuer}`];
      answers = queries.map(async (query) => (await fetch(callback + query)).status);
    };
    const { stderr } = await elsewhere.run(["login", "--browser"], { openUrl });
    expect([await Promise.all(answers), stderr]).toEqual([
      [404, 200],
      expect.stringContaining("refused in the browser"),
    ]);
  });
});

describe("access to the API", () => {
  it("is refreshed by one of the commands that run at once", async () => {
    await elsewhere.run(["login"]);
    elsewhere.clock.now = new Date("2030-01-01T13:00:00Z");
    const all = await Promise.all([1, 2, 3].map(() => elsewhere.run(["webhooks", "list"])));
    expect(all.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(grants().filter((grant) => grant === "refresh_token")).toHaveLength(1);
  });

  it("is forgotten when it has ended, and a file of another version counts as nothing", async () => {
    await elsewhere.run(["login"]);
    elsewhere.clock.now = new Date("2030-01-01T13:00:00Z");
    deployment.tokenAnswers.push([400, { error: "invalid_grant" }]);
    expect((await elsewhere.run(["webhooks", "list"])).stderr).toContain("your sign-in there has ended");
    expect(elsewhere.files()).toEqual([]);
    await elsewhere.run(["login"]);
    writeFileSync(elsewhere.files()[0] ?? "", '{"version":2}');
    expect((await elsewhere.run(["webhooks", "list"])).stderr).toContain("you are not signed in");
  });

  it("is tried once with a fresh token when the API refuses the token", async () => {
    await elsewhere.run(["login"]);
    deployment.apiAnswers.push([401, { title: "no", status: 401 }, 'Bearer error="invalid_token"']);
    expect((await elsewhere.run(["webhooks", "list"])).exitCode).toBe(0);
    expect(grants().at(-1)).toBe("refresh_token");
    const refused = [401, { title: "The access token is missing or not valid", status: 401 }] as const;
    deployment.apiAnswers.push(refused, refused);
    expect(await elsewhere.run(["webhooks", "list"])).toMatchObject({
      exitCode: 1,
      stderr: "countersign: The access token is missing or not valid",
    });
  });

  it("RFC 9470: at a terminal the person signs in again, and the command goes on", async () => {
    await elsewhere.run(["login"]);
    deployment.apiAnswers.push([401, PROBLEM, STEP_UP], [204]);
    const { exitCode, stdout, stderr } = await elsewhere.run(["users", "delete", "alice"], { isTTY: true });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("alice")]);
    expect(stderr).toContain("a sign-in of the last fifteen minutes");
    expect(formsOf("/device")[1]?.get("max_age")).toBe("300");
    const used = deployment.sent.filter(({ path }) => path.includes("/people/")).map(({ token }) => token);
    expect(new Set(used).size).toBe(2);
  });

  it("RFC 9470: elsewhere the command says what to run before", async () => {
    await elsewhere.run(["login"]);
    deployment.apiAnswers.push([401, PROBLEM, STEP_UP]);
    const { exitCode, stderr } = await elsewhere.run(["users", "delete", "alice"]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("run countersign login --fresh --issuer http")]);
    expect(formsOf("/device")).toHaveLength(1);
  });
});

describe("logout", () => {
  it("revokes what the deployment gave, and forgets it", async () => {
    await elsewhere.run(["login"]);
    const before = await elsewhere.kept.read();
    expect(await elsewhere.run(["logout"])).toMatchObject({ exitCode: 0, stdout: "You are signed out." });
    expect(formsOf("/revoke").map((form) => form.get("token"))).toEqual([before?.refreshToken]);
    expect(elsewhere.files()).toEqual([]);
    expect((await elsewhere.run(["logout"])).stdout).toBe("You were not signed in.");
  });

  it("forgets it without the deployment, too, and says what is left to do", async () => {
    await elsewhere.run(["login"]);
    deployment.metadata.issuer = "https://another.example";
    expect((await elsewhere.run(["logout"])).stdout).toContain("end the access in your account");
    expect(elsewhere.files()).toEqual([]);
  });
});
