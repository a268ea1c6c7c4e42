/** An application of Spring Boot: the programs and properties on a page of docs/clients. */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { missing, run } from "../install.ts";
import type { Page } from "../page.ts";
import { whileRunning } from "../program.ts";

export const VERSIONS = { 3: "3.5.16", 4: "4.1.2" } as const;

const PROPERTIES = "application.properties";
const JAR = "application.jar";

export const noJava = async (): Promise<string | undefined> =>
  missing("java", ["-version"]) ?? missing("mvn", ["--version"]);

/** Builds the programs of a page. Parties that have the same ones build them in one folder beside their own. */
export async function buildSpring(folder: string, version: string, starter: string, page: Page): Promise<void> {
  const build = join(folder, "..", `${starter}-${version}`);
  const sources = join(build, "src", "main", "java", "com", "example");
  await mkdir(sources, { recursive: true });
  for (const [name, text] of page.programs) {
    if (name.endsWith(".java")) await writeFile(join(sources, name), text);
  }
  const project = await readFile(join(import.meta.dirname, "pom.xml"), "utf8");
  const filled = project.replace("SPRING_BOOT_VERSION", version).replace("SECURITY_STARTER", starter);
  await writeFile(join(build, "pom.xml"), filled);
  await run(build, ["mvn", "--batch-mode", "--quiet", "package"]);
  await cp(join(build, "target", JAR), join(folder, JAR));
}

interface Started {
  readonly folder: string;
  readonly port: number;
  /** The page with its properties. */
  readonly page: Page;
  /** What stands in these places on the page. */
  readonly values: Readonly<Record<string, string>>;
}

/** Acts while the application runs. */
export async function whileSpringRuns(started: Started, act: () => Promise<void>): Promise<void> {
  const { folder, port, page, values } = started;
  let text = page.programs.get(PROPERTIES) ?? "";
  for (const [place, value] of Object.entries(values)) text = text.replaceAll(place, value);
  const own = `server.address=127.0.0.1\nserver.port=${port}\n`;
  await writeFile(join(folder, PROPERTIES), text + own, { mode: 0o600 });
  const command = ["java", "-XX:TieredStopAtLevel=1", "-jar", JAR] as const;
  await whileRunning({ command, folder, environment: {}, port }, act);
}
