// Ways to run text as code, markup or a command, and primitives that no longer protect. Published code uses none of them, so a reader
// of a checklist need not search for them.
import type { SourceFile } from './rules.ts'

/** A pattern, and the replacement. */
const DANGEROUS: readonly (readonly [call: RegExp, instead: string])[] = [
  [/\beval\(|\bnew Function\(|\bnode:vm\b/, 'write the code'],
  [/\b(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bcreateContextualFragment\b/, 'write a template of lit'],
  [/\bunsafe(?:HTML|SVG|Static)\b|\bsetHTMLUnsafe\b|\bsrcdoc\b/, 'write a template of lit'],
  [/\bdocument\.write|\bparseFromString\b|\bjavascript:/, 'write a template of lit'],
  [/\bchild_process\b/, 'do it in this process'],
  [/\bMath\.random\b/, 'take the port random'],
  [/['"](?:md5|sha1|des|rc4|aes-\d+-(?:ecb|cbc))\b/i, 'use SHA-256 or AES-GCM'],
]

/** Calls that are the purpose of their file: `tapboard dev` starts the developer's own app, without a shell. */
const PURPOSE: Readonly<Record<string, string>> = { 'packages/tapboard/src/app-process.ts': 'child_process' }

/** The breaches of one file. */
export function dangerousCalls({ path, text }: SourceFile): string[] {
  if (!/^packages\/\w+\/src\//.test(path) || /\.(test|browser|testing)\.ts$|\/testing\//.test(path)) return []
  // A comment may name what the code avoids.
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  return DANGEROUS.flatMap(([call, instead]) => {
    const found = call.exec(code)?.[0]
    return found === undefined || found === PURPOSE[path] ? [] : [`${path} uses ${found}: ${instead}.`]
  })
}
