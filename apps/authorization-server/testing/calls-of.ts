/** Counts what a parser does: the calls of its functions. They do not depend on how busy the machine is. */
import { Session } from "node:inspector/promises";

/** How often functions of files with this part in their address are called during the work. */
export async function callsOf(part: string, work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await session.post("Profiler.takePreciseCoverage");
    work();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result
      .filter(({ url }) => url.includes(part))
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  } finally {
    await session.post("Profiler.disable");
    session.disconnect();
  }
}
