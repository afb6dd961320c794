// A secret, or several during a rotation.

/** A secret, or `[new, old]` during a rotation: all of them are accepted, and written so that each of them suffices to read. */
export type SecretRing = string | readonly string[]

/** The secrets of a ring, the newest first. */
export const secretsIn = (ring: SecretRing): readonly string[] => (typeof ring === 'string' ? [ring] : ring)
