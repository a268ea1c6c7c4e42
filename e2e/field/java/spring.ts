/** An application of Spring Boot. What its page in docs/clients shows says whether it is a client or an API. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { missing, run } from "../install.ts";
import type { Page } from "../page.ts";
import { whileRunning } from "../program.ts";

const PROPERTIES = "application.properties";

export const noJava = async (): Promise<string | undefined> =>
  missing("java", ["-version"]) ?? missing("mvn", ["--version"]);

/** Builds the application with this version of Spring Boot. */
export async function buildSpring(folder: string, version: string): Promise<void> {
  await cp(join(import.meta.dirname, "spring"), folder, { recursive: true });
  const file = join(folder, "pom.xml");
  await writeFile(file, (await readFile(file, "utf8")).replace("SPRING_BOOT_VERSION", version));
  await run(folder, ["mvn", "--batch-mode", "--quiet", "package"]);
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
  const command = ["java", "-XX:TieredStopAtLevel=1", "-jar", join("target", "spring.jar")] as const;
  await whileRunning({ command, folder, environment: {}, port }, act);
}
