/**
 * The library that reads and verifies responses of authenticators. It is loaded when the first response arrives: it
 * needs 28 MB and a quarter of a second, and many deployments have no passkeys.
 */
export type Library = typeof import("@simplewebauthn/server") & typeof import("@simplewebauthn/server/helpers");

export async function loadLibrary(): Promise<Library> {
  const [ceremonies, helpers] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { ...ceremonies, ...helpers };
}
