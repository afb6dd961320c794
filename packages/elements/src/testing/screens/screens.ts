// Every screen of the elements: the source for tests of pictures, spoken texts and accessibility.
import { unmountAllApply } from '../mount-apply.ts'
import { unmountAllDesks } from '../mount-desk.ts'
import { unmountAll } from '../mount.ts'
import { APPLY_END_SCREENS } from './apply-end.screens.ts'
import { APPLY_SCREENS } from './apply.screens.ts'
import { DESK_SCREENS } from './desk.screens.ts'
import { PAY_END_SCREENS } from './pay-end.screens.ts'
import { PAY_SCREENS } from './pay.screens.ts'
import { REFUND_SCREENS } from './refund.screens.ts'
import { screensOf, type Screen } from './screen.ts'

/** In the order in which a person sees them. */
export const SCREENS: readonly Screen[] = [
  ...screensOf('terminal-pay', { ...PAY_SCREENS, ...PAY_END_SCREENS, ...REFUND_SCREENS }),
  ...screensOf('merchant-apply', { ...APPLY_SCREENS, ...APPLY_END_SCREENS }),
  ...screensOf('terminal-desk', DESK_SCREENS),
]

/** Removes the screen from the page. */
export function clearScreens(): void {
  unmountAll()
  unmountAllApply()
  unmountAllDesks()
}
