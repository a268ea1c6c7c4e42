import express, { Router } from "express";
import { afterAll, describe, expect, it } from "vitest";
import { details, scopes } from "../demands.ts";
import { startServer } from "../testing/test-server.ts";
import { openWorld, resource } from "../testing/test-world.ts";
import { accessOf, metadata, protect, send } from "./express.ts";

const { api, issuer, key } = await openWorld();
const app = express();
app.use(metadata(api));
app.get("/files", protect(api, scopes("read")), (req, res) => void res.json(accessOf(req)));
app.all("/unguarded", (req, res) => void res.json(accessOf(req)));
app.get("/admin", protect(api, scopes("admin")), (_, res) => void res.send("admin"));
app.get("/admin/:id", protect(api, scopes("admin")), (_, res) => void res.send("admin"));
app.post("/payments", express.json(), protect(api), async (req, res) => {
  const demand = details("payment", ({ amount }) => amount === req.body.amount);
  const verdict = await api.demand(accessOf(req), [demand]);
  if (!verdict.allowed) return send(res, verdict.answer);
  res.send("paid");
});
/** The handlers that ran without a token. */
const reached: string[] = [];
const reach: express.RequestHandler = (req, res) => {
  reached.push(req.originalUrl);
  res.send("reached");
};
app.all("/any", protect(api), reach);
app.use("/proxied", protect(api), reach);
const asking = await openWorld({ preflights: "pass" });
app.all("/asking", protect(asking.api), (_, res) => void res.send("preflight"));
const router = Router();
router.use(protect(api));
router.get("/deep", (_, res) => void res.send("deep"));
app.use("/v1/mounted", router);
app.use((_: express.Request, res: express.Response) => void res.status(404).send("none"));
app.use(
  (_err: unknown, _: express.Request, res: express.Response, __: express.NextFunction) =>
    void res.status(500).send("mistake"),
);

const server = await startServer(app);
afterAll(() => server.stop());
const bearer = async (claims: object) => ({ authorization: `Bearer ${await issuer.token(claims)}` });

describe("Express 5: a guarded route", () => {
  it("gives the access of the request to the handler", async () => {
    const { status, body } = await server.send("/files", { headers: await bearer({ scope: "read" }) });
    expect([status, JSON.parse(body)]).toMatchObject([200, { subject: "alice", scopes: ["read"] }]);
  });

  it("guard-r08: refuses with two challenges as two lines, and keeps the headers of the answer", async () => {
    const refusal = await server.send("/files");
    expect(refusal.status).toBe(401);
    expect(refusal.challenges.map((line) => line.split(" ")[0])).toEqual(["Bearer", "DPoP"]);
    expect(refusal.headers).toMatchObject({ "cache-control": "private, no-store", vary: "Authorization" });
    expect((await server.send("/files", { headers: await bearer({ scope: "x" }) })).status).toBe(403);
  });

  it("refuses two Authorization headers, of which node:http would show one", async () => {
    const { authorization } = await bearer({ scope: "read" });
    const refusal = await server.send("/files", { headers: { authorization: [authorization, authorization] } });
    expect(refusal.status).toBe(400);
  });

  it("accessOf throws on a route without a guard: it never guesses", async () => {
    expect(await server.send("/unguarded", { headers: await bearer({}) })).toMatchObject({ status: 500 });
  });

  const preflight = { origin: "https://app.example", "access-control-request-method": "POST" };

  it.each(["/v1/mounted/deep", "/any", "/proxied/deep"])(
    "B5, guard-r12: a preflight of %s is answered without a permission, and reaches no handler",
    async (path) => {
      const headers = { ...preflight, "content-length": "2" };
      const answer = await server.send(path, { method: "OPTIONS", headers, body: "{}" });
      expect(answer).toMatchObject({ status: 204, body: "" });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(reached).toEqual([]);
      expect((await server.send(path, { method: "OPTIONS" })).status).toBe(401);
      const { origin: _, ...without } = preflight;
      expect((await server.send(path, { method: "OPTIONS", headers: without })).status).toBe(401);
    },
  );

  it("B5: an API that asks for it gets preflights, which no handler takes for requests with access", async () => {
    expect(await server.send("/asking", { method: "OPTIONS", headers: preflight })).toMatchObject({
      status: 200,
      body: "preflight",
    });
    expect((await server.send("/asking", { method: "OPTIONS" })).status).toBe(401);
    expect((await server.send("/unguarded", { method: "OPTIONS", headers: preflight })).status).toBe(500);
  });

  it("RFC 9396 §9: a handler compares authorization details with its body", async () => {
    const headers = {
      ...(await bearer({ authorization_details: [{ type: "payment", amount: "10" }] })),
      "content-type": "application/json",
    };
    const post = (amount: string) =>
      server.send("/payments", { method: "POST", headers, body: JSON.stringify({ amount }) });
    expect(await post("10")).toMatchObject({ status: 200, body: "paid" });
    expect(await post("11")).toMatchObject({
      status: 403,
      challenges: [expect.stringContaining("insufficient_scope")],
    });
  });
});

describe("guard-r05: behind a mounted router", () => {
  it("grdx-04: a proof is for the full path, and one for the stripped path is refused", async () => {
    const token = await issuer.token({ cnf: { jkt: key.jkt } });
    const sent = async (path: string) => {
      const dpop = await key.proof({ method: "GET", url: `${resource}${path}`, token });
      return (await server.send("/v1/mounted/deep", { headers: { authorization: `DPoP ${token}`, dpop } })).status;
    };
    expect(await sent("/v1/mounted/deep")).toBe(200);
    expect(await sent("/deep")).toBe(401);
  });
});

describe("guard-r07: guard and router see one path", () => {
  it.each(["/admin", "//admin", "/ADMIN", "/admin/", "/admin%2f", "/%61dmin", "/x/../admin", "/admin%2fx", "/admin/x"])(
    "grdx-05: no spelling of a guarded path reaches its handler without the scope: %s",
    async (path) => {
      const [weak, strong] = await Promise.all([bearer({ scope: "read" }), bearer({ scope: "admin" })]);
      const withScope = await server.send(path, { headers: strong });
      for (const headers of [{}, weak]) {
        const { status, body } = await server.send(path, { headers });
        expect(body).not.toBe("admin");
        // A page that the router does not find is given to no one.
        expect(withScope.body === "admin" ? [401, 403] : [404, 400]).toContain(status);
      }
    },
  );
});

describe("RFC 9728 §3: metadata", () => {
  it("is served at its path, for the configured identifier, to any origin", async () => {
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
    const { status, body, headers: got } = await server.send("/.well-known/oauth-protected-resource", { headers });
    expect(status).toBe(200);
    expect(got).toMatchObject({ "content-type": "application/json", "access-control-allow-origin": "*" });
    expect(JSON.parse(body)).toEqual({
      resource,
      authorization_servers: ["https://issuer.test"],
      bearer_methods_supported: ["header"],
      dpop_signing_alg_values_supported: ["ES256", "PS256", "EdDSA", "Ed25519"],
    });
  });

  it("resx-06, prm-r02: a forged host does not change a challenge", async () => {
    const { challenges } = await server.send("/files", { headers: { host: "evil.example" } });
    expect(challenges[0]).toContain(`resource_metadata="${resource}/.well-known/oauth-protected-resource"`);
  });
});
