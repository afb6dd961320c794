import { absent, chapter } from '../checklist.ts'

const NONE = 'There is no WebRTC.'

export const V17 = chapter('V17', 'WebRTC', [
  ['17.1.1', 2, 'TURN reaches public addresses only', absent(NONE)],
  ['17.2.1', 2, 'Keys of DTLS', absent(NONE)],
  ['17.2.2', 2, 'Cipher suites of DTLS', absent(NONE)],
  ['17.2.3', 2, 'Authentication of SRTP', absent(NONE)],
  ['17.2.4', 2, 'Malformed SRTP packets', absent(NONE)],
  ['17.3.1', 2, 'Floods of signalling', absent(NONE)],
  ['17.3.2', 2, 'Malformed signalling', absent(NONE)],
])
