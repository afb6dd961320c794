// The commands about the store as a whole: `migrate`, `backup`, `restore`. Pure: options in, a command or a failure out.
import type { HelpRow } from '@tapboard/server'
import { commandGroup } from './command-group.ts'
import { argumentFailure, type CommandFailure } from './command-failure.ts'

/** Part of `--help` about the store. */
export const STORE_HELP: readonly HelpRow[] = [
  [
    'migrate [--check]',
    'bring the tables of the store up to date; "serve" then needs no right to change tables. With --check: list what would be applied, exit code 1 if there is something',
  ],
  [
    'backup FILE|FOLDER [--keep N]',
    'copy an embedded store beside the running service; in a folder, keep N copies. Keep the data key apart from them',
  ],
  ['restore FILE', 'put a copy back where no store is'],
]

export const STORE_OPTIONS = {
  check: { type: 'boolean' },
  keep: { type: 'string' },
} as const

/** A command about the store as a whole. */
export type StoreCommand =
  | {
      readonly name: 'migrate'
      readonly store: string
      /** Lists what is missing only. */
      readonly check: boolean
    }
  | {
      readonly name: 'backup'
      readonly store: string
      /** A new file, or a folder. */
      readonly target: string
      /** Number of copies that remain in the folder. */
      readonly keep?: number
    }
  | { readonly name: 'restore'; readonly store: string; readonly file: string }

/** The commands about the store as a whole. */
export const STORE_COMMANDS = commandGroup<StoreCommand>({
  migrate: ['check'],
  backup: ['keep'],
  restore: [],
})

/** Options of a command, as they were passed. */
interface StoreValues {
  readonly store: string
  /** The word after the name of the command. */
  readonly word: string
  readonly check?: boolean | undefined
  readonly keep?: string | undefined
}

/** Reads a command about the store, or returns the failure. */
export function readStoreCommand(
  name: StoreCommand['name'],
  { store, word, check = false, keep }: StoreValues,
): StoreCommand | CommandFailure {
  if (name === 'migrate')
    return word === '' ? { name, store, check } : argumentFailure('"migrate" takes fewer words. See --help.')
  if (word === '') return argumentFailure(`"${name}" needs the path of the copy. See --help.`)
  if (name === 'restore') return { name, store, file: word }
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    return argumentFailure('--keep must be a whole number from 1 to 9999.')
  return { name, store, target: word, ...(keep === undefined ? {} : { keep: Number(keep) }) }
}
