// The commands of one file: their names, and the options that each of them takes.

/** The commands `C` of one file. */
export interface CommandGroup<C extends { readonly name: string }> {
  /** Options of each command beside `--store` and `--help`. */
  readonly options: Readonly<Record<C['name'], readonly string[]>>
  /** Returns whether a text names a command of this group. */
  readonly isName: (text: string) => text is C['name']
  /** Returns whether a command belongs to this group. */
  readonly isCommand: (command: { readonly name: string }) => command is C
}

/** Creates the group of the commands that take these options beside `--store` and `--help`. */
export function commandGroup<C extends { readonly name: string }>(
  options: CommandGroup<C>['options'],
): CommandGroup<C> {
  const isName = (text: string): text is C['name'] => Object.hasOwn(options, text)
  return { options, isName, isCommand: (command): command is C => isName(command.name) }
}
