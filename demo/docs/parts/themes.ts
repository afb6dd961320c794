// The five ready themes, from the same files that the demo uses.
import { THEMES } from '../../shared/themes/themes.ts'
import { fileAsCode } from './files.ts'

/** All themes, one tab each. */
export const themeTabs = (): string =>
  THEMES.map(({ name, label }) =>
    fileAsCode(`demo/shared/themes/${name}.css tapboard-${name}.css tab="${label}"`),
  ).join('\n\n')
