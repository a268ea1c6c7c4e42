/** Other spellings of hashes that are known here. */

/**
 * The hash as hash-forms.ts reads it: without the prefix of Spring Security and Dovecot, without padding, and passlib's
 * PBKDF2 in PHC form. Any other text comes back as it is.
 */
export function knownSpelling(hash: string): string {
  const bare = hash.replace(PREFIX, "");
  const passlib = PASSLIB.exec(bare);
  if (passlib !== null) {
    const [, name = "", rounds, salt = "", key = ""] = passlib;
    const digest = name === "" ? "-sha1" : name;
    // passlib writes . where base64 has +.
    return `$pbkdf2${digest}$i=${rounds}$${salt}$${key}`.replaceAll(".", "+");
  }
  return PADDED.test(bare) ? bare.replaceAll(/={1,2}(?=\$|$)/g, "") : bare;
}

/** `{bcrypt}` and `{argon2}` of Spring Security, `{BLF-CRYPT}`, `{ARGON2ID}` and others of Dovecot and of LDAP. */
const PREFIX = /^\{(?:bcrypt|BLF-CRYPT|argon2|ARGON2ID?|CRYPT)\}(?=\$)/;
const PASSLIB = /^\$pbkdf2(|-sha256|-sha512)\$([1-9]\d{0,9})\$([./A-Za-z0-9]+)\$([./A-Za-z0-9]+)$/;
const PADDED = /^\$(?:argon2id?|scrypt|pbkdf2-sha(?:1|256|512))\$/;
