/** The demo people: one with every claim, and one with few claims. */
import type { UserClaims } from "@countersign/rules";

export interface DemoPerson {
  readonly username: string;
  readonly password: string;
  readonly claims: UserClaims;
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    username: "alice",
    password: "alice-demo-password",
    // Every standard claim of OIDC Core §5.1; `updated_at` is the moment of the seed.
    claims: {
      name: "Alice Beatrice Carter",
      given_name: "Alice",
      family_name: "Carter",
      middle_name: "Beatrice",
      nickname: "Ali",
      preferred_username: "alice",
      profile: "https://people.example.com/alice",
      picture: "https://people.example.com/alice/portrait.jpg",
      website: "https://alice.example.com",
      gender: "female",
      birthdate: "1987-10-16",
      zoneinfo: "Europe/London",
      locale: "en-GB",
      email: "alice@example.com",
      email_verified: true,
      phone_number: "+44 20 7946 0958",
      phone_number_verified: true,
      address: {
        formatted: "12 Garden Row\nFlat 3\nLondon\nSE1 6HJ\nUnited Kingdom",
        street_address: "12 Garden Row\nFlat 3",
        locality: "London",
        region: "Greater London",
        postal_code: "SE1 6HJ",
        country: "United Kingdom",
      },
    },
  },
  {
    username: "bob",
    password: "bob-demo-password",
    claims: { name: "Bob Miller", email: "bob@example.com", email_verified: false },
  },
];
