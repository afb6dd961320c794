// What the demo's BFF may rely on at its own service beyond the specification (D-14, D-16).

/** The additions of the service. */
export const OWN_FEATURES = {
  cancel: true,
  longPoll: true,
  repeat: 'refuses',
  lookup: 'authoritative',
  boardingLookup: true,
} as const
