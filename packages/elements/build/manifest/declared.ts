// The manifest's shapes as they are filled here: the published schema, and the few places where it says less than we know.
import type {
  ClassField,
  CssCustomProperty,
  CustomElement,
  ClassMethod,
  Event,
  Package,
} from 'custom-elements-manifest/schema'

/** A property. `parsedType` says the expansion of a named type: editors offer its values. */
export type Field = ClassField & {
  attribute?: string
  reflects?: boolean
  readonly?: boolean
  parsedType?: { readonly text: string }
}

/** An event, with the type of its `detail` and how it travels. */
export type FiredEvent = Event & {
  readonly detail: { readonly text: string }
  readonly bubbles: boolean
  readonly composed: boolean
  readonly cancelable: boolean
}

export type Declared = Omit<CustomElement, 'members' | 'events'> & {
  readonly kind: 'class'
  readonly name: string
  readonly tagName: string
  readonly members?: (Field | ClassMethod)[]
  readonly events?: readonly FiredEvent[]
  readonly cssProperties?: readonly CssCustomProperty[]
  readonly cssStates?: readonly { readonly name: string; readonly description: string }[]
}

/** The elements of a manifest. */
export function elementsOf(manifest: Package): readonly Declared[] {
  return manifest.modules.flatMap(({ declarations = [] }) =>
    declarations.flatMap((one) => ('tagName' in one && one.tagName ? [one as unknown as Declared] : [])),
  )
}
