/**
 * Spans of what is told. No span has a value of a statement, an address of a page, a query, a header, a body or the
 * text of an error: any of them may be a secret, or about a person.
 */
import { type Attributes, type Link, SpanKind, SpanStatusCode, type Tracer as Spans } from "@opentelemetry/api";
import type { Asker, CallSpan, Outgoing, Span, Tracer } from "../index.ts";
import { type Active, below, isSampled } from "./active.ts";
import { type Beginning, requestSpans } from "./request-spans.ts";
import { summaryOf } from "./summary.ts";
import { headersOf } from "./trace-context.ts";

type OtelSpan = ReturnType<Spans["startSpan"]>;

/** What makes the spans. Below a request that is not sampled there are none, and nothing is made for them. */
export function openSpans(spans: Spans, active: Active, beginning: Beginning): Tracer {
  const client = (name: string, attributes: Attributes, parent: OtelSpan | undefined, links?: Link[]) =>
    spans.startSpan(name, { kind: SpanKind.CLIENT, attributes, ...(links && { links }) }, below(parent));

  return {
    request: requestSpans(spans, active, beginning),

    statement(name, text, askers) {
      const [first, ...others] = distinct(askers ?? [active.sampled()]);
      if (first === undefined) return undefined;
      const summary = name ?? summaryOf(text);
      const links = others.map((asker) => ({ context: asker.spanContext() }));
      const attributes: Attributes = { "db.system.name": "postgresql", "db.query.summary": summary };
      if (askers !== undefined && askers.length > 1) attributes["db.operation.batch.size"] = askers.length;
      const span = client(summary, attributes, first, links);
      // A trace shows the links that it has, and not those that lead to it.
      for (const asker of others) asker.addLink({ context: span.spanContext() });
      return ending(span);
    },

    command(name, script) {
      const parent = active.sampled();
      if (parent === undefined) return undefined;
      const attributes: Attributes = { "db.system.name": "redis", "db.operation.name": name };
      if (script !== undefined) attributes["db.stored_procedure.name"] = script;
      return ending(client(script === undefined ? name : `${name} ${script}`, attributes, parent));
    },

    call: (outgoing) => callSpan(client(outgoing.method, attributesOf(outgoing), active.span()), outgoing),

    asker: () => active.sampled(),
  };
}

/** The spans that wait, each once: a request may ask twice. */
function distinct(askers: readonly Asker[]): OtelSpan[] {
  return [...new Set(askers)].filter((asker) => asker !== undefined) as OtelSpan[];
}

/** A port is left out if it follows from the scheme. */
const attributesOf = ({ kind, method, url }: Outgoing): Attributes => ({
  ...(url.protocol.startsWith("http") && { "http.request.method": method }),
  "server.address": url.hostname,
  ...(url.port !== "" && { "server.port": Number(url.port) }),
  "url.scheme": url.protocol.slice(0, -1),
  "countersign.call.kind": kind,
});

function callSpan(span: OtelSpan, { tellsTrace }: Outgoing): CallSpan {
  return {
    headers: tellsTrace ? headersOf(span) : {},
    answered(status) {
      if (!isSampled(span)) return;
      span.setAttribute("http.response.status_code", status);
      if (status < 400) return;
      span.setAttribute("error.type", String(status));
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    ...ending(span),
  };
}

function ending(span: OtelSpan): Span {
  return {
    end(err) {
      if (err !== undefined) {
        span.setAttribute("error.type", kindOf(err));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

const CODE = /^[\w.-]{1,40}$/;

/** The code of an error, such as a SQLSTATE or `ECONNREFUSED`, or its class. Its text may quote what was sent. */
function kindOf(err: unknown): string {
  if (!(err instanceof Error)) return "_OTHER";
  const code = "code" in err ? String(err.code) : "";
  return CODE.test(code) ? code : err.constructor.name;
}
