"""A backend of traces: takes OTLP over HTTP in Protocol Buffers, as collectors send it, and prints a line for each span.

The messages are read by the package of the OpenTelemetry project, and not by code of ours.
"""
import gzip
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


def value_of(value):
    return getattr(value, value.WhichOneof("value"))


def spans_in(request):
    for resource_spans in request.resource_spans:
        resource = {one.key: value_of(one.value) for one in resource_spans.resource.attributes}
        for span in (span for scope in resource_spans.scope_spans for span in scope.spans):
            yield {
                "service": resource["service.name"],
                "name": span.name,
                "traceId": span.trace_id.hex(),
                "spanId": span.span_id.hex(),
                "parentSpanId": span.parent_span_id.hex(),
                "attributes": {one.key: str(value_of(one.value)) for one in span.attributes},
            }


class Backend(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        for span in spans_in(ExportTraceServiceRequest.FromString(body)):
            print(json.dumps(span), flush=True)
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("content-type", "application/x-protobuf")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Backend)
print(json.dumps({"listening": server.server_port}), flush=True)
server.serve_forever()
