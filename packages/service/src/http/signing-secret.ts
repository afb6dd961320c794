/** Minimum length of a secret that signs the outbound requests of the service. */
export const SIGNING_SECRET_MIN = 24
