/** A deployment that answers as a test wants. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = readonly [status: number, body?: object, challenge?: string];

export interface FakeDeployment {
  readonly issuer: string;
  readonly api: string;
  /** Bodies of the requests to each path so far. */
  readonly sent: { readonly path: string; readonly form: URLSearchParams; readonly token: string | undefined }[];
  /** What the token endpoint answers next; afterwards tokens. */
  readonly tokenAnswers: Answer[];
  /** What the API answers next; afterwards an empty list. */
  readonly apiAnswers: Answer[];
  /** Members of the metadata that are other ones. */
  readonly metadata: Record<string, unknown>;
  close(): Promise<void>;
}

export async function openFakeDeployment(): Promise<FakeDeployment> {
  const sent: FakeDeployment["sent"] = [];
  const [tokenAnswers, apiAnswers]: [Answer[], Answer[]] = [[], []];
  const metadata: Record<string, unknown> = {};
  const server = createServer(async (req, res) => {
    const path = req.url ?? "";
    const token = req.headers.authorization?.slice("Bearer ".length);
    sent.push({ path, form: new URLSearchParams(await textOf(req)), token });
    const [status, body, challenge] = answerTo(path);
    if (challenge !== undefined) res.setHeader("www-authenticate", challenge);
    const type = status >= 400 && path.startsWith(API_PATH) ? "application/problem+json" : "application/json";
    if (body !== undefined) res.setHeader("content-type", type);
    res.writeHead(status).end(body && JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  function answerTo(path: string): Answer {
    if (path.startsWith("/.well-known/")) return [200, { ...metadataOf(issuer), ...metadata }];
    if (path === "/device") return [200, { ...BEGUN, verification_uri: `${issuer}/code` }];
    if (path === "/revoke") return [200];
    if (path === "/token") return tokenAnswers.shift() ?? tokens(sent.length);
    return apiAnswers.shift() ?? [200, { items: [] }];
  }

  return {
    ...{ issuer, api: `${issuer}${API_PATH}`, sent, tokenAnswers, apiAnswers, metadata },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const API_PATH = "/admin/api/v1";
const BEGUN = { device_code: "d", user_code: "BCDFG-HJKLM", expires_in: 600, interval: 0.05 };

/** Tokens that are named by the request that brought them. */
const tokens = (count: number): Answer => [
  200,
  {
    access_token: `access ${count}`,
    refresh_token: `refresh ${count}`,
    token_type: "bearer",
    expires_in: 300,
    scope: "openid people:read settings:write",
  },
];

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorization`,
  device_authorization_endpoint: `${issuer}/device`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
  jwks_uri: `${issuer}/jwks`,
  protected_resources: ["https://orders.example", `${issuer}${API_PATH}`],
});

async function textOf(req: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of req) text += part;
  return text;
}
