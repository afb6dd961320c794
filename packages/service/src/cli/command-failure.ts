// Why the service refuses a command line: the sentence, and its entry in the catalogue of errors.

/** A sentence that explains the error, and its entry in the catalogue: `config-invalid` if a variable is wrong. */
export interface CommandFailure {
  readonly ok: false
  readonly code: 'command-invalid' | 'config-invalid'
  readonly message: string
}

/** The environment variables of the process by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An argument is missing or wrong. */
export const argumentFailure = (message: string): CommandFailure => ({
  ok: false,
  code: 'command-invalid',
  message,
})

/** A variable is missing or wrong. */
export const variableFailure = (message: string): CommandFailure => ({
  ok: false,
  code: 'config-invalid',
  message,
})

/** Whether a reader returned a failure in place of its value. */
export const isFailure = (value: object | null): value is CommandFailure =>
  value !== null && 'ok' in value && value.ok === false

/** A text that an option or its variable sets. */
export interface Setting {
  readonly text: string
  /** Creates the failure of a wrong text. `rule` follows the name under which the caller set it, such as `must be 1 or 2.` */
  readonly failure: (rule: string) => CommandFailure
}

const settingOf = (text: string, name: string, isVariable: boolean): Setting => ({
  text,
  failure: (rule) => (isVariable ? variableFailure : argumentFailure)(`${name} ${rule}`),
})

/** Option and variable of one setting. */
interface SettingNames {
  readonly option: string
  readonly variable: string
}

/** The names of an option and its variable: `store-connections` and `TAPBOARD_SERVICE_STORE_CONNECTIONS`. */
const namesOf = (option: string): SettingNames => ({
  option,
  variable: `TAPBOARD_SERVICE_${option.toUpperCase().replaceAll('-', '_')}`,
})

/** Reads a setting from its argument, else from its variable. `null` if it has neither. */
export function readOptional(
  names: string | SettingNames,
  argument: string | undefined,
  environment: Environment,
): Setting | null {
  const { option, variable } = typeof names === 'string' ? namesOf(names) : names
  if (argument !== undefined) return settingOf(argument, `--${option}`, false)
  const set = environment[variable]
  return set === undefined ? null : settingOf(set, variable, true)
}

/** Reads a setting from its argument, else from its variable, else its default. */
export function readSetting(
  names: string | SettingNames,
  argument: string | undefined,
  environment: Environment,
  fallback: string,
): Setting {
  const { option } = typeof names === 'string' ? namesOf(names) : names
  return readOptional(names, argument, environment) ?? settingOf(fallback, `--${option}`, false)
}

/** Reads a setting that has a variable and no option. */
export const readVariable = (variable: string, environment: Environment, fallback: string): Setting =>
  settingOf(environment[variable] ?? fallback, variable, true)
