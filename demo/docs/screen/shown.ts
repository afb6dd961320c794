// The screens of the gallery: those of the tests without the two that need the page of a vendor.
import type { Screen } from '../../../packages/elements/src/testing/screens/screen.ts'
import { SCREENS } from '../../../packages/elements/src/testing/screens/screens.ts'

/** Every screen that needs the element alone. */
export const SHOWN: readonly Screen[] = SCREENS.filter(({ name }) => !/^agreement.* in the frame/.test(name))
