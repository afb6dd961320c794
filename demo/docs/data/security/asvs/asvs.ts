// OWASP ASVS 5.0.0, levels 1 and 2: every requirement, in our words, with our verdict.
import type { Chapter } from '../checklist.ts'
import { V1 } from './v01-encoding.ts'
import { V2 } from './v02-business-logic.ts'
import { V3 } from './v03-frontend.ts'
import { V4 } from './v04-api.ts'
import { V5 } from './v05-files.ts'
import { V6 } from './v06-authentication.ts'
import { V7 } from './v07-sessions.ts'
import { V8 } from './v08-authorization.ts'
import { V9 } from './v09-tokens.ts'
import { V10 } from './v10-oauth.ts'
import { V11 } from './v11-cryptography.ts'
import { V12 } from './v12-transport.ts'
import { V13 } from './v13-configuration.ts'
import { V14 } from './v14-data.ts'
import { V15 } from './v15-coding.ts'
import { V16 } from './v16-logging.ts'
import { V17 } from './v17-webrtc.ts'

export const ASVS: readonly Chapter[] = [
  V1,
  V2,
  V3,
  V4,
  V5,
  V6,
  V7,
  V8,
  V9,
  V10,
  V11,
  V12,
  V13,
  V14,
  V15,
  V16,
  V17,
]
