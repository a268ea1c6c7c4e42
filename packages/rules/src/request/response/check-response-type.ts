/** The response type of an authorization request, as its client may use it. */
import type { Client } from "../../client/client.ts";
import { allowsResponseType } from "../../client/profile.ts";
import { ProtocolError } from "../../errors.ts";
import { remedyOf } from "../../remedies.ts";
import { type ResponseType, responseTypeOf } from "./response-type.ts";

/** RFC 6749 §3.1.1 and §4.1.2.1: an unknown type and a type that this client may not use have different errors. */
export function checkResponseType(text: string, client: Client): ResponseType {
  const responseType = responseTypeOf(text);
  if (responseType === undefined) {
    throw new ProtocolError(
      "unsupported_response_type",
      `response_type is not supported: the client may use ${usable(client)}`,
      text,
    );
  }
  const registered = client.responseTypes.some((type) => responseTypeOf(type) === responseType);
  if (!registered || !allowsResponseType(client.profile, responseType)) {
    throw new ProtocolError(
      "unauthorized_client",
      `client may not use this response_type: it may use ${usable(client)}`,
      text,
      undefined,
      remedyOf(registered ? "send_code" : "register_response_type"),
    );
  }
  return responseType;
}

const usable = ({ responseTypes, profile }: Client): string =>
  responseTypes.filter((type) => allowsResponseType(profile, type)).join(", ") || "no response type";
