/** The relying parties of others that are not written in JavaScript. */
import type { FieldParty } from "./field-party.ts";
import { goDevice } from "./go/go-device.ts";
import { goOidc } from "./go/go-oidc.ts";
import { goResourceServer } from "./go/go-resource-server.ts";
import { oauth2Proxy } from "./go/oauth2-proxy.ts";
import { springBoot3, springBoot4 } from "./java/spring-client.ts";
import {
  springIntrospection3,
  springIntrospection4,
  springResourceServer3,
  springResourceServer4,
} from "./java/spring-resource-server.ts";
import { keycloak } from "./keycloak/keycloak.ts";
import { apachePhp } from "./php/apache-php.ts";
import { fastapi, flaskAuthlib } from "./python/authlib.ts";
import { djangoAllauth } from "./python/django-allauth.ts";
import { flaskOidc } from "./python/flask-oidc.ts";
import { mozillaDjangoOidc } from "./python/mozilla-django-oidc.ts";
import { pythonResourceServer } from "./python/python-resource-server.ts";
import { rails } from "./ruby/rails.ts";
import { rustOpenidconnect } from "./rust/openidconnect.ts";

export const otherLanguages: readonly FieldParty[] = [
  oauth2Proxy,
  goOidc,
  goDevice,
  mozillaDjangoOidc,
  djangoAllauth,
  flaskAuthlib,
  fastapi,
  flaskOidc,
  apachePhp,
  rails,
  rustOpenidconnect,
  springBoot3,
  springBoot4,
  springResourceServer3,
  springResourceServer4,
  springIntrospection3,
  springIntrospection4,
  goResourceServer,
  pythonResourceServer,
  keycloak,
];
