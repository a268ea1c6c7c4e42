/** `WORKERS` processes of the service that this process was started to be. */
import { runWorkers } from "./workers.ts";

/** As the services log, without their library: this process does nearly nothing. */
const lineOf = (level: string) => (fields: object, msg: string) =>
  console.log(JSON.stringify({ level, time: new Date().toISOString(), name: "workers", ...fields, msg }));

process.exit(
  await runWorkers({
    count: Number(process.env.WORKERS),
    command: [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    environment: process.env,
    logger: { error: lineOf("error") },
    onStop(stop) {
      for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
    },
  }),
);
