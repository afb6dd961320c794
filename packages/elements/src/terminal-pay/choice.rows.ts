// The rows of the truth table before a sale is known: they are in the first file of <terminal-pay>. All others load with the sale
// part (D-77).
import type { Action, Claim, Phase, Row } from './truth-row.ts'

/** Makes a row; the title is spoken unless `spoken` says otherwise. */
export const row = (
  phase: Phase,
  claims: Claim,
  title: string,
  sentences: readonly string[] = [],
  actions: readonly Action[] = [],
  spoken: readonly string[] = [title],
): Row => ({ phase, claims, title, sentences, actions, spoken })

/** The rows of reading the order and of choosing a terminal. */
export const CHOICE_ROWS = {
  // Before the first read.
  loading: row('loading', 'none', 'loading'),
  'setup-fault': row('fault', 'none', 'problems.setup', [], ['reload']),
  'read-fault': row('fault', 'none', 'problem', [], ['reload']),
  // The same if this tab cannot exclude a running sale (D-107).
  'running-fault': row('fault', 'unknown', 'running', ['problem'], ['reload'], ['running', 'problem']),

  // The choice of a terminal.
  'no-terminal': row('choosing', 'none', 'choosing', ['amountNow', 'noTerminals'], ['reload']),
  'none-chosen': row('choosing', 'none', 'choosing', ['amountNow']),
  ready: row('choosing', 'none', 'choosing', ['amountNow'], ['charge'], ['targetSpoken', 'connected']),
  'terminal-away': row(
    'choosing',
    'none',
    'choosing',
    ['amountNow', 'helpTitle'],
    ['reload'],
    ['choosing', 'helpTitle'],
  ),
  'terminal-held': row(
    'choosing',
    'none',
    'choosing',
    ['amountNow', 'heldNote'],
    ['charge-when-free'],
    ['choosing', 'heldNote'],
  ),
} as const satisfies Readonly<Record<string, Row>>

/** A situation before a sale is known. */
export type ChoiceSituation = keyof typeof CHOICE_ROWS
