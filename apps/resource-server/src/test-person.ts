/** For tests: a person with every standard claim of OIDC Core §5.1, as the view shows one. */
import type { UserinfoRow } from "./store.ts";

export const alice: UserinfoRow = {
  client_id: "web",
  sub: "alice",
  scopes: ["openid", "profile", "email", "address", "phone"],
  resource: "http://localhost:4001",
  revoked_jtis: [],
  name: "Alice Example",
  given_name: "Alice",
  family_name: "Example",
  middle_name: "Maria",
  nickname: "Al",
  preferred_username: "alice",
  profile: "https://alice.example/",
  picture: "https://alice.example/me.png",
  website: "https://alice.example/blog",
  gender: "female",
  birthdate: "1990-01-31",
  zoneinfo: "Europe/Berlin",
  locale: "de-DE",
  updated_at: new Date("2029-12-31T23:59:59.900Z"),
  email: "alice@example.com",
  email_verified: true,
  phone_number: "+49 30 1234567",
  phone_number_verified: false,
  address: { formatted: "Street 1\n10115 Berlin", locality: "Berlin", country: "DE" },
};
