/** For tests: an OpenTelemetry collector, which takes traces over HTTP in JSON. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly service: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

export interface Collector {
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  /** Everything that was received, as text. */
  readonly text: () => string;
  /** Waits until a span is there for which `is` is true. */
  found(is: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  stop(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly boolValue?: boolean;
}

interface KeyValue {
  readonly key: string;
  readonly value: Value;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly (ReceivedSpan & { attributes: KeyValue[] })[] }[];
  }[];
}

const asRecord = (attributes: readonly KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const PATIENCE_MS = 20_000;

/** @param status what it answers */
export async function startCollector(status = 200): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    bodies.push(`${JSON.stringify(req.headers)}\n${body}`);
    if (status === 200 && req.url === "/v1/traces") {
      for (const { resource, scopeSpans } of (JSON.parse(body) as Exported).resourceSpans) {
        const service = String(asRecord(resource.attributes)["service.name"]);
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service, links: span.links ?? [], attributes: asRecord(span.attributes) });
      }
    }
    res.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join("\n"),
    async found(is) {
      const until = performance.now() + PATIENCE_MS;
      for (;;) {
        const span = spans.find(is);
        if (span !== undefined) return span;
        if (performance.now() > until)
          throw new Error(`no such span among ${spans.map(({ name }) => name).join(", ")}`);
        await pause(50);
      }
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
