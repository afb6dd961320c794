// What editors read, made of the manifest: VS Code's custom data for HTML and CSS, and web-types for those of JetBrains.
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration'
import { getWebTypesData } from 'custom-element-jet-brains-integration'
import type { Package } from 'custom-elements-manifest/schema'

type Manifest = Parameters<typeof getVsCodeHtmlCustomData>[0]

interface CssData {
  readonly properties: readonly { readonly name: string }[]
  readonly pseudoElements: readonly { readonly name: string }[]
}

/** What both elements have is offered once. */
const once = <T extends { readonly name: string }>(list: readonly T[]): T[] => [
  ...new Map(list.map((one) => [one.name, one])).values(),
]

/** `file name → text` of the package's editor data; `version` is the package's. */
export function editorData(manifest: Package, version: string): ReadonlyMap<string, string> {
  const options = { typesSrc: 'parsedType', hideLogs: true }
  // They change what they are given.
  const copy = (): Manifest => structuredClone(manifest) as Manifest
  const webTypes = JSON.parse(getWebTypesData(copy(), options)) as Record<string, unknown>
  const css = JSON.parse(getVsCodeCssCustomData(copy(), options)) as CssData
  const files: readonly (readonly [string, unknown])[] = [
    ['vscode.html-custom-data.json', JSON.parse(getVsCodeHtmlCustomData(copy(), options))],
    [
      'vscode.css-custom-data.json',
      { ...css, properties: once(css.properties), pseudoElements: once(css.pseudoElements) },
    ],
    ['web-types.json', { ...webTypes, name: '@tapboard/elements', version }],
  ]
  return new Map(files.map(([name, data]) => [name, `${JSON.stringify(data, null, 2)}\n`]))
}
