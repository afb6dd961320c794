// The commands about the store as a whole: `migrate`, `backup`, `restore`. Pure: options in, a command or a failure out.
import { argumentFailure, type CommandFailure } from './command-failure.ts'

/** Usage of the commands. */
export const STORE_USAGE = `  tapboard-service migrate [--check]
  tapboard-service backup FILE|FOLDER [--keep N]
  tapboard-service restore FILE
`

/** Explanation of the commands. */
export const STORE_HELP = `"migrate" brings the tables of the store up to date; "serve" then needs no right to change tables. With --check it lists
what would be applied; the exit code is 1 if there is something.
"backup" copies an embedded store beside the running service; in a folder it keeps the N newest copies. "restore" puts a
copy back where no store is. Keep the data key beside the store, or TAPBOARD_SERVICE_DATA_KEY, apart from the copies.
`

export const STORE_OPTIONS = {
  check: { type: 'boolean' },
  keep: { type: 'string' },
} as const

/** Options of each command beside `--store` and `--help`. */
export const STORE_TAKES = {
  migrate: ['check'],
  backup: ['keep'],
  restore: [],
} as const satisfies Readonly<Record<StoreCommand['name'], readonly string[]>>

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

export const isStoreName = (name: string): name is StoreCommand['name'] => Object.hasOwn(STORE_TAKES, name)

export const isStoreCommand = (command: { readonly name: string }): command is StoreCommand =>
  isStoreName(command.name)

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
