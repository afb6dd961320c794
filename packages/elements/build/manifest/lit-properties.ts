// An analyzer plugin for Lit's `static properties = {…}`: which fields are attributes, under what name, and which are reflected.
import type { Plugin } from '@custom-elements-manifest/analyzer'
import type { JavaScriptModule } from 'custom-elements-manifest/schema'
import type { Declared, Field } from './declared.ts'
import { ts, type Syntax } from './syntax.ts'

/** The value of `name:` in an object, as text without its quotes; `undefined` without such a member. */
function option(object: Syntax | undefined, name: string): string | undefined {
  const value = object?.properties?.find((one) => one.name?.getText() === name)?.initializer
  return value && (ts.isStringLiteral(value) ? value.text : value.getText())
}

/** Adds the attribute and the reflection of each Lit property to the manifest. */
export function litProperties(): Plugin {
  return {
    name: 'lit-properties',
    analyzePhase({ node, moduleDoc }) {
      const declared = node as unknown as Syntax
      if (!ts.isClassDeclaration(declared)) return
      const element = (moduleDoc as Partial<JavaScriptModule>).declarations?.find(
        ({ name }) => name === declared.name?.text,
      ) as Declared | undefined
      const list = declared.members?.find(
        (one) => ts.isPropertyDeclaration(one) && one.name?.getText() === 'properties',
      )
      for (const one of list?.initializer?.properties ?? []) {
        const field = element?.members?.find(({ name }) => name === one.name?.getText()) as Field | undefined
        const attribute = option(one.initializer, 'attribute')
        if (!field || attribute === 'false') continue
        field.attribute = attribute ?? field.name.toLowerCase()
        if (option(one.initializer, 'reflect') === 'true') field.reflects = true
      }
    },
  }
}
