// The size of each entry of the packages in an app, and the repair when it differs from its budget. Every file of the first load
// counts, with lit and the contract; files of a later dynamic import do not.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { build as buildWithVite } from 'vite'

/** Brotli bytes (quality 11) by the line of code that an app has; React is the app's own. */
export const ENTRY_BUDGETS: Readonly<Record<string, number>> = {
  "import '@tapboard/elements/terminal-pay/define'": 19_232,
  "import '@tapboard/elements/terminal-pay/hydrate'": 21_304,
  "import '@tapboard/elements/merchant-apply/define'": 25_184,
  "import '@tapboard/elements/merchant-apply/hydrate'": 27_488,
  "import '@tapboard/elements/terminal-desk/define'": 23_944,
  "import '@tapboard/elements/terminal-desk/hydrate'": 25_700,
  "import { TerminalPay } from '@tapboard/elements/react'; use(TerminalPay)": 23_432,
  "import { MerchantApply } from '@tapboard/elements/react'; use(MerchantApply)": 27_464,
  "import { tokenFrom } from '@tapboard/elements/token'; use(tokenFrom)": 328,
  "import { TerminalPayEvent } from '@tapboard/elements'; use(TerminalPayEvent)": 176,
  "import { TerminalPayDriver } from '@tapboard/elements/terminal-pay/driver'; use(TerminalPayDriver)": 832,
  "import { MerchantApplyDriver } from '@tapboard/elements/merchant-apply/driver'; use(MerchantApplyDriver)": 824,
  "import { TerminalDeskDriver } from '@tapboard/elements/terminal-desk/driver'; use(TerminalDeskDriver)": 776,
  "import { Sale } from '@tapboard/contract'; use(Sale)": 7_320,
  "import { isMinor } from '@tapboard/contract'; use(isMinor)": 112,
}

/** The same in an app that Vite builds. */
export const VITE_BUDGETS: Readonly<Record<string, number>> = {
  "import '@tapboard/elements/terminal-pay/define'": 19_240,
  "import '@tapboard/elements/merchant-apply/define'": 23_992,
  "import '@tapboard/elements/terminal-desk/define'": 24_400,
}

/** A file that is lighter than its budget by more than this share, and by more than a few bytes, asks for a lower budget. */
const SLACK = 0.02
const FEW = 64

/** The sentence about a size that differs from its budget; `null` when it matches. */
export function judged(what: string, size: number, budget: number, where: string): string | null {
  if (size > budget)
    return (
      `${what} is ${size - budget} B over its budget of ${budget} B brotli. Look for a new import, load what is rarely used by a dynamic ` +
      `import, or take something out; where it is worth its weight, raise the budget in ${where} and say why in the commit.`
    )
  if (budget - size > Math.max(FEW, budget * SLACK))
    return `${what} is ${size} B brotli now, ${budget - size} B under its budget: lower the budget in ${where} to ${lowered(size)}, so that it stays so.`
  return null
}

/** A budget for a size: room for small changes alone. */
export const lowered = (size: number): number =>
  Math.ceil((size + Math.max(FEW / 2, size * SLACK * 0.75)) / 8) * 8

/** The outputs that a page loads first: the entry and its static imports. */
function first(outputs: Metafile['outputs']): readonly string[] {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name) || !outputs[name]) return
    seen.add(name)
    for (const { path, kind } of outputs[name].imports) if (kind === 'import-statement') visit(path)
  }
  const entry = Object.keys(outputs).find((name) => outputs[name]?.entryPoint?.endsWith('entry.js'))
  if (entry !== undefined) visit(entry)
  return [...seen]
}

function writeEntry(line: string, folder: string): string {
  const entry = join(folder, 'entry.js')
  writeFileSync(entry, line.replace(/; use\((\w+)\)$/, '; globalThis.used = $1'))
  return entry
}

/** Brotli bytes of a line of code in an app in `folder`, built by esbuild. */
export async function weight(line: string, folder: string): Promise<number> {
  const entry = writeEntry(line, folder)
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    metafile: true,
    outdir: join(folder, 'out'),
    conditions: ['production'],
    legalComments: 'none',
    external: ['react'],
  })
  const names = first(metafile.outputs)
  const files = outputFiles.filter(({ path }) =>
    names.some((name) => path.endsWith(name.replace(/^out/, ''))),
  )
  return files.reduce((sum, { contents }) => sum + brotliCompressSync(contents).length, 0)
}

/** The same, built by Vite. */
export async function weightWithVite(line: string, folder: string): Promise<number> {
  const made = await buildWithVite({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: writeEntry(line, folder) },
    },
  })
  const chunks = (Array.isArray(made) ? made : [made])
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((file) => file.type === 'chunk')
  const first = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of first)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk)
  return [...first].reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
}
