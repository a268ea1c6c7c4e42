/** The settings of a start, from environment variables and flags. */
import { isAbsolute, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { failure, messageOf } from "../failure.ts";

/** The URLs of the services. Behind a TLS proxy, they differ from those of the ports. */
export interface Addresses {
  readonly issuer: string;
  readonly resource: string;
  readonly client: string;
  /** The identifiers of the sample APIs, which are also their URLs. */
  readonly api: string;
  readonly mcp: string;
  readonly stock: string;
  /** The public address of the administration API. */
  readonly administration: string;
  /** The administration console. */
  readonly console: string;
}

export interface Settings {
  /** The folder of the workspace. */
  readonly root: string;
  /** The folder for everything that a start writes. */
  readonly dataDir: string;
  readonly ports: {
    readonly authorizationServer: number;
    readonly resourceServer: number;
    readonly sampleClient: number;
    /** The page of the mail catcher. */
    readonly mailCatcher: number;
    readonly adminConsole: number;
    readonly sampleApi: number;
    readonly sampleMcp: number;
    /** The administration API. */
    readonly administration: number;
    readonly sampleStock: number;
  };
  readonly urls: Addresses;
  /** The file that receives the facts of the start, as JSON, when everything answers. */
  readonly readyFile: string | undefined;
  /** Whether to print these facts as one line on standard output, and everything else on standard error. */
  readonly json: boolean;
  /** Whether the database survives a crash of the machine. Tests do without that, so that no slow disk delays them. */
  readonly durable: boolean;
  /** Whether services start from their bundles, which `npm start` made. */
  readonly bundled: boolean;
  /**
   * Passed to the services. Values that the launcher sets take precedence. AUTHORIZATION_SERVER__ and RESOURCE_SERVER__
   * before a name are only for that service.
   */
  readonly environment: NodeJS.ProcessEnv;
}

const FIRST_PORT = 4000;

/**
 * @param root the folder of the workspace
 * @param environment COUNTERSIGN_DATA_DIR (default `.data` of the workspace), COUNTERSIGN_PORT (the first of nine
 *   ports, default 4000); COUNTERSIGN_ISSUER, COUNTERSIGN_RESOURCE, COUNTERSIGN_CLIENT, COUNTERSIGN_API,
 *   COUNTERSIGN_MCP, COUNTERSIGN_STOCK, COUNTERSIGN_ADMIN and COUNTERSIGN_CONSOLE where the services are reached by
 *   other URLs than their own
 * @param argv `--ready-file <path>`, `--json`, `--not-durable`, `--bundled`
 * @throws a failure that names the variable or flag
 */
export function readSettings(root: string, environment: NodeJS.ProcessEnv, argv: readonly string[]): Settings {
  const { readyFile, ...flags } = readFlags(argv);
  const first = readPort(environment.COUNTERSIGN_PORT);
  const ports = {
    authorizationServer: first,
    resourceServer: first + 1,
    sampleClient: first + 2,
    mailCatcher: first + 3,
    adminConsole: first + 4,
    sampleApi: first + 5,
    sampleMcp: first + 6,
    administration: first + 7,
    sampleStock: first + 8,
  };
  return {
    root,
    dataDir: dataDirOf(root, environment),
    ports,
    urls: urlsOf(ports, environment),
    readyFile: readyFile === undefined ? undefined : resolve(readyFile),
    ...flags,
    environment,
  };
}

function urlsOf(ports: Settings["ports"], environment: NodeJS.ProcessEnv): Addresses {
  const issuer = environment.COUNTERSIGN_ISSUER || `http://localhost:${ports.authorizationServer}`;
  const resource = environment.COUNTERSIGN_RESOURCE || `http://localhost:${ports.resourceServer}`;
  const client = environment.COUNTERSIGN_CLIENT || `http://localhost:${ports.sampleClient}`;
  const api = environment.COUNTERSIGN_API || `http://localhost:${ports.sampleApi}`;
  const mcp = environment.COUNTERSIGN_MCP || `http://localhost:${ports.sampleMcp}/mcp`;
  const stock = environment.COUNTERSIGN_STOCK || `http://localhost:${ports.sampleStock}`;
  const console = environment.COUNTERSIGN_CONSOLE || `http://localhost:${ports.adminConsole}`;
  const administration = environment.COUNTERSIGN_ADMIN || `http://localhost:${ports.administration}`;

  assertReachedAlike(issuer, client, { what: "the sample client", variable: "COUNTERSIGN_CLIENT" });
  assertReachedAlike(issuer, console, { what: "the administration console", variable: "COUNTERSIGN_CONSOLE" });
  return { issuer, resource, client, api, mcp, stock, administration, console };
}

/** The redirect URIs of a client are at its URL. An https issuer does not allow redirect URIs with plain http. */
function assertReachedAlike(issuer: string, url: string, { what, variable }: { what: string; variable: string }): void {
  if (/^https:/i.test(issuer) && /^http:/i.test(url)) {
    throw failure(
      `COUNTERSIGN_ISSUER is https, and ${what} is at ${url}: set ${variable} to the https URL at which it is reached.`,
    );
  }
}

/** The data directory of a start: COUNTERSIGN_DATA_DIR, relative to the workspace, or `.data`. */
function dataDirOf(root: string, environment: NodeJS.ProcessEnv): string {
  const named = environment.COUNTERSIGN_DATA_DIR || ".data";
  return isAbsolute(named) ? named : join(root, named);
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === "") return FIRST_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_527) return port;
  throw failure(`COUNTERSIGN_PORT is "${text}": give the first of nine ports in a row, a number from 1 to 65527.`);
}

function readFlags(argv: readonly string[]): Pick<Settings, "readyFile" | "json" | "durable" | "bundled"> {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        "ready-file": { type: "string" },
        json: { type: "boolean" },
        "not-durable": { type: "boolean" },
        bundled: { type: "boolean" },
      },
    });
    const { json = false, "not-durable": risky = false, bundled = false } = values;
    return { readyFile: values["ready-file"], json, durable: !risky, bundled };
  } catch (error) {
    throw failure(`${messageOf(error)}. Known are --ready-file <path>, --json, --not-durable and --bundled.`, error);
  }
}
