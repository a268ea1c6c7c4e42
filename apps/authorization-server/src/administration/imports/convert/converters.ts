/** The converters, by what they convert from. */
import { auth0 } from "./auth0.ts";
import type { Converter } from "./converted.ts";
import { csv } from "./csv.ts";
import { authentik, django } from "./django.ts";
import { firebase } from "./firebase.ts";
import { keycloak } from "./keycloak.ts";

export const CONVERTERS = { keycloak, auth0, firebase, django, authentik, csv } as const satisfies Record<
  string,
  Converter
>;
