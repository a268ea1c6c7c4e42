/** The log: JSON lines on standard output, without secrets. */
import pino from "pino";
import { redact, redactLine } from "./redaction.ts";

export type Logger = pino.Logger;

export interface LoggerOptions {
  /** The name of the service, in every line. */
  readonly name: string;
  /** `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. */
  readonly level: string;
  /** By default standard output. */
  readonly destination?: pino.DestinationStream;
}

/**
 * A logger that removes credentials, whether they are in a field with a known name, in a child's bindings, in an error
 * or in text. Do not log credentials all the same: a field with an unknown name is not recognized.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options: pino.LoggerOptions = {
    name,
    level,
    timestamp: timestamps(),
    serializers: { err: (error: unknown) => error }, // `redact` has already made it an object
    formatters: { level: (label) => ({ level: label }), log: redact },
    hooks: { streamWrite: redactLine },
  };
  const logger = pino(options, destination ?? inBatches(standardOutput()));

  // pino does not format the bindings of children. Children inherit this function, so grandchildren are covered too.
  const child = logger.child;
  logger.child = function (this: unknown, bindings: pino.Bindings, childOptions?: unknown) {
    return Reflect.apply(child, this, [redact(bindings), childOptions]);
  };
  return logger;
}

/**
 * The time of a line in pino's format. Formatting a time takes as long as the rest of a line, so lines of one
 * millisecond share it.
 */
function timestamps(): () => string {
  let [written, text] = [Number.NaN, ""];
  return () => {
    const now = Date.now();
    if (now !== written) [written, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
}

const MOST_UNWRITTEN_BYTES = 16_777_216;

/**
 * A log that cannot be written, for example because its disk is full, does not end the service. Unwritten lines wait
 * for the next line, within a limit.
 */
function standardOutput(): pino.DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: MOST_UNWRITTEN_BYTES });
  stream.on("error", () => {});
  return stream;
}

const BATCH_MS = 10;

/**
 * Writes the lines of some milliseconds together, or when the process exits. The lines keep their order. None is lost
 * unless the process is killed, because the last lines of a service matter most.
 */
function inBatches(destination: pino.DestinationStream): pino.DestinationStream {
  let lines = "";
  const flush = () => {
    const written = lines;
    lines = "";
    if (written !== "") destination.write(written);
  };
  process.once("exit", flush);
  return {
    write(line) {
      if (lines === "") setTimeout(flush, BATCH_MS);
      lines += line;
    },
  };
}
