/** A Keycloak in development mode, on http and with its database in memory, and the commands of its page. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { freePort } from "../../relying-parties/party.ts";
import { run } from "../install.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";

const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
const ARCHIVE = "keycloak-quarkus-dist";
const ADMINISTRATOR = "admin";
const PASSWORD_BYTES = 16;
/** It prepares itself at its first start, and makes its tables at each. */
const READY_WITHIN_MS = 300_000;
/** Its script hands the signal on. If the script is killed, Java stays. */
const STOP_WITHIN_MS = 120_000;
/** Its page has this address of it, and this one of ours. */
const ON_PAGE = { keycloak: "https://sso.example.com", issuer: "https://id.example.com" } as const;

export const VERSION = "26.7.3";
export const page = pageOf("keycloak");

/** A person in a realm. */
export interface KeycloakPerson {
  readonly username: string;
  readonly password: string;
  readonly email: string;
}

export interface Keycloak {
  /** Its address. */
  readonly home: string;
  /** What is in the place of the addresses on the page. */
  own(word: string): string;
  addRealm(realm: string): Promise<void>;
  addPerson(realm: string, person: KeycloakPerson): Promise<void>;
  /** Runs a program of the page, with these values in the places that it leaves. */
  runOfPage(program: string, values?: Readonly<Record<string, string>>): Promise<void>;
}

/** Gets Keycloak from Maven Central. */
export async function installKeycloak(folder: string): Promise<void> {
  const artifact = `-Dartifact=org.keycloak:${ARCHIVE}:${VERSION}:tar.gz`;
  await run(folder, ["mvn", "--batch-mode", "--quiet", COPY, artifact, `-DoutputDirectory=${folder}`]);
  const archive = `${ARCHIVE}-${VERSION}.tar.gz`;
  await run(folder, ["tar", "--extract", "--file", archive, "--strip-components", "1"]);
  await run(folder, ["rm", archive]);
}

/** Acts while a Keycloak runs that knows only its administrator. */
export async function whileKeycloakRuns(
  folder: string,
  issuer: string,
  act: (keycloak: Keycloak) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const password = randomBytes(PASSWORD_BYTES).toString("hex");
  const environment = {
    KC_BOOTSTRAP_ADMIN_USERNAME: ADMINISTRATOR,
    KC_BOOTSTRAP_ADMIN_PASSWORD: password,
    JAVA_OPTS_APPEND: "-XX:TieredStopAtLevel=1",
  };
  const listen = ["--http-host", "127.0.0.1", "--http-port", String(port)];
  const command = ["bin/kc.sh", "start-dev", "--db", "dev-mem", ...listen] as const;
  const limits = { readyWithinMs: READY_WITHIN_MS, stopWithinMs: STOP_WITHIN_MS };
  await whileRunning({ command, folder, environment, port, ...limits }, () =>
    act(keycloakAt(`http://localhost:${port}`, { folder, issuer, password })),
  );
}

interface Administered {
  readonly folder: string;
  readonly issuer: string;
  /** Of its administrator. */
  readonly password: string;
}

function keycloakAt(home: string, { folder, issuer, password }: Administered): Keycloak {
  const own = (text: string) => text.replaceAll(ON_PAGE.keycloak, home).replaceAll(ON_PAGE.issuer, issuer);
  const environment = {
    PATH: [join(folder, "bin"), process.env.PATH].join(delimiter),
    KC_CLI_PASSWORD: password, // instead of a question
    KC_OPTS: `-Duser.home=${folder} -XX:TieredStopAtLevel=1`, // its sessions are kept there
  };
  const credentials = ["--no-config", "--server", home, "--realm", "master", "--user", ADMINISTRATOR] as const;
  const kcadm = (...args: readonly string[]) => run(folder, ["kcadm.sh", ...args, ...credentials], environment);

  return {
    home,
    own,
    addRealm: (realm) => kcadm("create", "realms", "-s", `realm=${realm}`, "-s", "enabled=true"),
    async addPerson(realm, { username, password: theirs, email }) {
      const names = { firstName: username, lastName: "Field" };
      const proofs = { emailVerified: "true", credentials: JSON.stringify([{ type: "password", value: theirs }]) };
      const said = Object.entries({ username, email, ...names, ...proofs, enabled: "true" });
      await kcadm("create", "users", "-r", realm, ...said.flatMap(([name, value]) => ["-s", `${name}=${value}`]));
    },
    async runOfPage(program, values = {}) {
      let text = own(page.programs.get(program) ?? "");
      for (const [place, value] of Object.entries(values)) text = text.replaceAll(place, value);
      const file = join(folder, program);
      await writeFile(file, text, { mode: 0o600 });
      await run(folder, ["sh", "-e", file], environment);
    },
  };
}
