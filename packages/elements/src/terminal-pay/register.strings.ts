// The English texts of the registration of a terminal. They load with their part; a host overrides them through the property
// `strings` like all others.

/** Names arrive already formatted. */
export const REGISTER_ENGLISH = {
  registerSend: 'Register',
  /** Label, hint and error. */
  fields: {
    serial: [
      'Serial number',
      'On the back of the terminal',
      'Enter the serial number from the back of the terminal',
    ],
    make: ['Model', '', 'Choose the model'],
    name: ['Name', 'Such as “Front counter”', 'Enter a name of at most 64 characters'],
  } as Readonly<Record<'serial' | 'make' | 'name', readonly [label: string, hint: string, wrong: string]>>,
  pairing: 'Type this code on the terminal',
  copy: 'Copy',
  copied: 'Copied',
  waiting: (name: string) => `Waiting for ${name} to connect`,
  nowConnected: (name: string) => `${name} is connected`,
  close: 'Close',
}

/** Reasons of a refusal by code; merged into the problems of the other texts. */
export const REFUSALS = {
  'device-exists': 'This serial number is already in use.',
}

/** Codes that have a sentence here. */
export type RegisterRefusal = keyof typeof REFUSALS

/** The texts that a dictionary must give for this part. */
export type RegisterStrings = typeof REGISTER_ENGLISH
