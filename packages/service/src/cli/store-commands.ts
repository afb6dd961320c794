// The commands about the store as a whole: `migrate`. Pure: options in, a command out.

/** Usage of the commands. */
export const STORE_USAGE = `  tapboard-service migrate [--check]
`

/** Explanation of the commands. */
export const STORE_HELP = `"migrate" brings the tables of the store up to date; "serve" then needs no right to change tables. With --check it lists
what would be applied; the exit code is 1 if there is something.
`

export const STORE_OPTIONS = {
  check: { type: 'boolean' },
} as const

/** Options of each command beside `--store` and `--help`. */
export const STORE_TAKES = {
  migrate: ['check'],
} as const satisfies Readonly<Record<StoreCommand['name'], readonly string[]>>

/** A command about the store as a whole. */
export interface StoreCommand {
  readonly name: 'migrate'
  readonly store: string
  /** Lists what is missing only. */
  readonly check: boolean
}

export const isStoreName = (name: string): name is StoreCommand['name'] => Object.hasOwn(STORE_TAKES, name)

export const isStoreCommand = (command: { readonly name: string }): command is StoreCommand =>
  isStoreName(command.name)

/** Reads a command about the store. */
export const readStoreCommand = (
  name: StoreCommand['name'],
  { store, check = false }: { readonly store: string; readonly check?: boolean | undefined },
): StoreCommand => ({ name, store, check })
