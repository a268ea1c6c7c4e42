/** The nginx configuration of docs/mtls.md, unchanged, in front of the listener for clients with certificates. */
import { createServer } from "node:http";
import { clientMetadata } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addClient } from "../../src/administration/clients/clients.ts";
import { forClientsWithCertificates } from "../../src/issuer/certificate-routes.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { certificate, type Holder, jwksWith, listening, postWith } from "../clients/certificates.ts";
import { type Nginx, nginxExamples, nginxInstalled, startNginx } from "../servers/nginx.ts";
import { type Service, startService } from "../service.ts";
import { issuer, noon } from "../world.ts";

const [example = ""] = nginxExamples("mtls.md");
const own = await certificate("CN=self");
const other = await certificate("CN=self");

describe.skipIf(!nginxInstalled)("RFC 9440 §2.4: the nginx of docs/mtls.md", () => {
  let service: Service;
  let nginx: Nginx;
  const server = createServer();
  beforeAll(async () => {
    service = await startService({
      settings: {
        MTLS_URL: "https://mtls.auth.example",
        MTLS_PORT: "4008",
        MTLS_PROXIES: "127.0.0.1",
        MTLS_PEM_HEADER: "X-Client-Cert",
      },
    });
    const method = { token_endpoint_auth_method: "self_signed_tls_client_auth", grant_types: ["client_credentials"] };
    const metadata = clientMetadata({ issuer }).parse({ client_name: "self", ...method, jwks: await jwksWith(own) });
    await addClient(
      service.database,
      { id: "self", metadata, secretHash: undefined, logo: undefined },
      byOperatorAt(noon),
    );
    const { mutualTls } = service.deps;
    if (mutualTls === undefined) throw new Error("mutual TLS is off");
    server.on("request", forClientsWithCertificates(service.deps, mutualTls, { metrics: undefined }));
    const port = await listening(server);
    expect(example).toContain("http://127.0.0.1:4008;");
    nginx = await startNginx(example.replace("http://127.0.0.1:4008;", `http://127.0.0.1:${port};`));
  });
  afterAll(async () => {
    await nginx.stop();
    server.close();
    await service.close();
  });

  const ask = (shown?: Holder, headers: Record<string, string> = {}) =>
    postWith(
      Number(new URL(nginx.origins[0] ?? "").port),
      "/token",
      { grant_type: "client_credentials", client_id: "self" },
      { ...shown, headers },
    );
  const forged = { "x-client-cert": encodeURIComponent(own.cert) };

  it("passes a self-signed certificate on", async () => {
    expect(await ask(own)).toMatchObject({ status: 200 });
    expect(await ask(other)).toMatchObject({ status: 401 });
    expect(await ask()).toMatchObject({ status: 401 });
  });

  it("mtx-02: drops what a client sent in the header", async () => {
    expect(await ask(undefined, forged)).toMatchObject({ status: 401 });
    expect(await ask(other, forged)).toMatchObject({ status: 401 });
    expect(await ask(undefined, { "X-Client_Cert": forged["x-client-cert"] ?? "" })).toMatchObject({ status: 401 });
  });
});
