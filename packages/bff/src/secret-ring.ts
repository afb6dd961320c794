// A secret, or several during a rotation.

/** A secret, or `[new, old]` during a rotation: the BFF accepts all of them, and writes so that each of them suffices to read. */
export type SecretRing = string | readonly string[]

/** The secrets of a ring, the newest first. */
export const secretsIn = (ring: SecretRing): readonly string[] => (typeof ring === 'string' ? [ring] : ring)
