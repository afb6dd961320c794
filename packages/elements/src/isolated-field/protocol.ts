// The messages between `<merchant-apply isolate>` and the frame of an isolated field. The window of the frame accepts one message,
// with a port; everything else goes through that port. No message from the frame contains what was typed.
import type { SecretName } from '@tapboard/contract'

/** The message to the window of the frame. */
export const CONNECT = 'tapboard-isolated-field'

/** Custom properties that a frame takes from the element. */
export const LOOK = [
  '--accent',
  '--text',
  '--quiet',
  '--raised',
  '--surface',
  '--line',
  '--field-line',
  '--bad',
  '--radius',
  '--space',
  '--control',
] as const

/** Text properties that a frame takes from the element. */
export const FONT = ['color-scheme', 'font-family', 'font-size', 'line-height', 'letter-spacing'] as const

/** All that a frame has to know to show its field. */
export interface FieldSettings {
  readonly field: SecretName
  /** The BFF's ID of the application, to which the secret is sealed. */
  readonly application: string
  /** Sample numbers are valid. */
  readonly sandbox: boolean
  /** Expected kind of a personal number; empty if both are valid. */
  readonly expected: string
  /** A number that an account number must not repeat: the routing number. */
  readonly apart: string
  readonly label: string
  /** Hint and message. */
  readonly description: string
  readonly invalid: boolean
  /** Label and accessible name of the button that shows the secret. */
  readonly show: readonly [label: string, name: string]
  readonly lang: string
  readonly dir: string
  /** CSS properties by name. */
  readonly look: Readonly<Record<string, string>>
}

/** Messages to the frame. */
export type ToFrame =
  | { readonly type: 'set'; readonly settings: FieldSettings }
  /** Forgets what was typed; `kept`: the page has an earlier secret, sealed. */
  | { readonly type: 'clear'; readonly kept: boolean }
  /** Asks for `settled` when no change is on its way. */
  | { readonly type: 'settle' }

/** Messages from the frame. */
export type FromFrame =
  | { readonly type: 'ready' }
  /** The verdict and the sealed secret, as `writeIsolated` of the contract writes them. */
  | { readonly type: 'changed'; readonly text: string }
  /** The field lost the focus; `submit`: Enter was pressed. */
  | { readonly type: 'left' | 'submit' | 'settled' }
  /** Height of the field in CSS pixels. */
  | { readonly type: 'sized'; readonly height: number }
