// The analyzer and the parser that it brings: it exports both, its types do not say so. Only what is asked here is typed.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as analyzer from '@custom-elements-manifest/analyzer'
import type { Package } from 'custom-elements-manifest/schema'

/** A node of the syntax tree, with the few things that are read of one. */
export interface Syntax {
  readonly fileName?: string
  readonly text?: string
  readonly name?: Syntax
  readonly type?: Syntax
  readonly types?: readonly Syntax[]
  readonly initializer?: Syntax
  readonly members?: readonly Syntax[]
  readonly properties?: readonly Syntax[]
  readonly statements?: readonly Syntax[]
  readonly comment?: unknown
  getText(): string
}

type Is = (node: Syntax) => boolean

interface Parser {
  readonly ScriptTarget: { readonly ES2022: number }
  createSourceFile(path: string, text: string, target: number, parents: boolean): Syntax
  getJSDocCommentsAndTags(node: Syntax): readonly Syntax[]
  getTextOfJSDocComment(comment: unknown): string | undefined
  readonly isClassDeclaration: Is
  readonly isInterfaceDeclaration: Is
  readonly isTypeAliasDeclaration: Is
  readonly isPropertyDeclaration: Is
  readonly isStringLiteral: Is
  readonly isJSDoc: Is
}

interface Analyzer {
  readonly ts: Parser
  readonly create: (options: {
    readonly modules: readonly Syntax[]
    readonly plugins: readonly analyzer.Plugin[]
  }) => Package
}

/** `ts` parses; `create` makes a manifest of what was parsed. */
export const { ts, create } = analyzer as unknown as Analyzer

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url))

/** A source file of the elements, parsed; `path` as in `terminal-pay/terminal-pay.events.ts`. */
export function parsed(path: string): Syntax {
  return ts.createSourceFile(path, readFileSync(SOURCES + path, 'utf8'), ts.ScriptTarget.ES2022, true)
}

/** White space collapsed; `{@link X}` as code. */
export const inOneLine = (text: string): string =>
  text
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The docstring in front of a node. */
function docstring(node: Syntax): string {
  const [first] = ts.getJSDocCommentsAndTags(node)
  return inOneLine((first && ts.isJSDoc(first) && ts.getTextOfJSDocComment(first.comment)) || '')
}

/** A type as a reader wants it: without comments and `readonly`, in one line. */
const typeText = (node: Syntax | undefined): string =>
  inOneLine(
    (node?.getText() ?? '')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/\breadonly /g, '')
      .replaceAll(/\{\s*\n/g, '{ ')
      .replaceAll(/\n\s*\}/g, ' }')
      .replaceAll(/\n\s*(?=\w+\??:)/g, '; '),
  )

function declared(file: Syntax, name: string, is: Is): Syntax {
  const found = file.statements?.find((one) => is(one) && one.name?.text === name)
  if (!found) throw new Error(`${file.fileName} declares no ${name} any more`)
  return found
}

/** Name, docstring and type of each member of an interface. */
export function membersOf(
  file: Syntax,
  name: string,
): readonly { readonly name: string; readonly description: string; readonly type: string }[] {
  return (declared(file, name, ts.isInterfaceDeclaration).members ?? []).map((one) => ({
    name: one.name?.text ?? '',
    description: docstring(one),
    type: typeText(one.type),
  }))
}

/** The texts of a type that is a union of them, such as `Phase`. */
export function textsOf(file: Syntax, name: string): readonly string[] {
  const { type } = declared(file, name, ts.isTypeAliasDeclaration)
  return (type?.types ?? []).map((one) => one.getText().slice(1, -1))
}
