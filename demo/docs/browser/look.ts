// A look: the values of each custom property in light and in dark. Reads the file of a theme and writes CSS. Pure.

/** Values of the custom properties, by name. */
export interface Look {
  readonly light: Readonly<Record<string, string>>
  readonly dark: Readonly<Record<string, string>>
  /** A look that is light or dark alone. */
  readonly only: 'light' | 'dark' | null
}

export type Scheme = 'light' | 'dark'

/** `light-dark(a, b)` in its two halves; anything else is both. */
export function halvesOf(value: string): readonly [light: string, dark: string] {
  const inner = /^light-dark\((.*)\)$/s.exec(value.trim())?.[1]
  if (inner === undefined) return [value.trim(), value.trim()]
  let depth = 0
  for (let index = 0; index < inner.length; index += 1) {
    if (inner[index] === '(') depth += 1
    if (inner[index] === ')') depth -= 1
    if (inner[index] === ',' && depth === 0)
      return [inner.slice(0, index).trim(), inner.slice(index + 1).trim()]
  }
  return [value.trim(), value.trim()]
}

/** Reads a look from declarations of custom properties, `--name: value`. */
export function lookOf(
  declarations: Iterable<readonly [name: string, value: string]>,
  only: Look['only'],
): Look {
  const all = [...declarations].map(([name, value]) => [name, halvesOf(value)] as const)
  return {
    light: Object.fromEntries(all.map(([name, [light]]) => [name, light])),
    dark: Object.fromEntries(all.map(([name, [, dark]]) => [name, dark])),
    only,
  }
}

/** Reads the file of a theme. */
export function readTheme(css: string): Look {
  const only = /color-scheme: (light|dark);/.exec(css)?.[1] ?? null
  const declarations = [...css.matchAll(/(--tapboard-[\w-]+):\s*([^;]+);/g)]
  return lookOf(
    declarations.map(([, name = '', value = '']) => [name, value.replace(/\s+/g, ' ')] as const),
    only as Look['only'],
  )
}

/** A look with one value changed: in one scheme, or in both if the property is not a colour. */
export function changed(look: Look, name: string, value: string, scheme: Scheme, both: boolean): Look {
  const set = (half: Scheme): Readonly<Record<string, string>> =>
    both || half === scheme ? { ...look[half], [name]: value } : look[half]
  return { ...look, light: set('light'), dark: set('dark') }
}

/** The look as CSS to copy: the values that differ from the defaults, or all defaults as a beginning. */
export function writeLook(look: Look, defaults: Look): string {
  const names = [...new Set([...Object.keys(defaults.light), ...Object.keys(look.light)])]
  const isDefault = (name: string): boolean =>
    look.light[name] === defaults.light[name] && look.dark[name] === defaults.dark[name]
  const changedNames = names.filter((name) => !isDefault(name))
  const isUnchanged = look.only === null && changedNames.length === 0
  const lines = (isUnchanged ? names : changedNames).flatMap((name) => {
    const [light, dark] = [look.light[name] ?? '', look.dark[name] ?? '']
    if (light === '') return []
    const value =
      look.only !== null ? look[look.only][name] : light === dark ? light : `light-dark(${light}, ${dark})`
    return [`  ${name}: ${value};`]
  })
  const scheme = look.only === null ? [] : [`  color-scheme: ${look.only};`]
  const intro = isUnchanged ? '/* The defaults: copy what you change. */\n' : ''
  return `${intro}terminal-pay,\nmerchant-apply,\nterminal-desk {\n${[...scheme, ...lines].join('\n')}\n}\n`
}
