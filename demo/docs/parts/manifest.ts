// The published `custom-elements.json` of the elements, made from the sources. Its generator is outside of this
// TypeScript project, so its types are repeated here.
import { ROOT } from './files.ts'

/** A member, attribute, event, slot, part or custom property. */
export interface Entry {
  readonly kind?: string
  readonly name: string
  readonly description?: string
  readonly type?: { readonly text: string }
  readonly default?: string
  readonly attribute?: string
  readonly readonly?: boolean
  readonly parameters?: readonly { readonly name: string; readonly type?: { readonly text: string } }[]
  readonly return?: { readonly type?: { readonly text: string } }
  readonly detail?: { readonly text: string }
}

interface Declaration {
  readonly tagName?: string
  readonly description?: string
  readonly members?: readonly Entry[]
  readonly events?: readonly Entry[]
  readonly slots?: readonly Entry[]
  readonly cssParts?: readonly Entry[]
  readonly cssStates?: readonly Entry[]
  readonly cssProperties?: readonly Entry[]
}

interface Manifest {
  readonly modules: readonly { readonly declarations?: readonly Declaration[] }[]
}

const { elementsManifest } = (await import(`${ROOT}packages/elements/build/manifest/manifest.ts`)) as {
  elementsManifest: () => Manifest
}

const DECLARATIONS: readonly Declaration[] = elementsManifest().modules.flatMap(
  ({ declarations = [] }) => declarations,
)

/** The declaration of an element. */
export function declarationOf(tag: string): Declaration {
  const found = DECLARATIONS.find(({ tagName }) => tagName === tag)
  if (found === undefined) throw new Error(`The manifest has no <${tag}>.`)
  return found
}
