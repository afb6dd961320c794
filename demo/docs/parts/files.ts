// Files of this repository as code on a page: the shown code is the tested code.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A file of the repository, or `null` where this build has none. */
export const readOptional = (path: string): string | null =>
  existsSync(ROOT + path) ? readFileSync(ROOT + path, 'utf8') : null

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'ts',
  tsx: 'tsx',
  js: 'js',
  mjs: 'js',
  jsx: 'jsx',
  html: 'html',
  css: 'css',
  json: 'json',
  vue: 'vue',
  svelte: 'svelte',
  conf: 'conf',
  cfg: 'conf',
  Caddyfile: 'conf',
  Dockerfile: 'conf',
  service: 'conf',
  yaml: 'conf',
  sh: 'sh',
  py: 'python',
  php: 'php',
  go: 'go',
}

/** A text as a fenced block; a fence inside it does not end it. */
export function fence(text: string, info: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${info}\n${text.trimEnd()}\n${ticks}`
}

/**
 * `path [name] [tab="…"]`: a file as a block of code. The head comment of a file is left out. A missing file
 * fails the build.
 */
export function fileAsCode(argument: string): string {
  const tab = /\btab="[^"]+"/.exec(argument)?.[0] ?? ''
  const [path = '', shown] = argument.replace(tab, '').trim().split(/\s+/)
  const text = readOptional(path)
  if (text === null) throw new Error(`${path} is shown on a page, but there is no such file.`)
  const name = shown ?? path.split('/').at(-1) ?? ''
  const language = LANGUAGES[path.split('.').at(-1) ?? ''] ?? ''
  return fence(
    text.replace(/^(?:\/\/[^\n]*\n)+\n?/, '').replace(/^<!--[\s\S]*?-->\n/, ''),
    `${language} ${name} ${tab}`.trim(),
  )
}
