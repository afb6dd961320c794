// Features of the demo's service beyond the specification (D-14, D-16), for its BFF.

/** Upstream options for the additions of the service. */
export const OWN_FEATURES = {
  cancel: true,
  longPoll: true,
  invoice: true,
  repeat: 'refuses',
  lookup: 'authoritative',
  boardingLookup: true,
} as const
