// `custom-elements.json` of @tapboard/elements, read from its sources: what the analyzer finds in the classes, and what it cannot
// know (`facts.ts`). Says how the two elements are used; nothing that a page cannot reach is in it.
import type { JavaScriptModule, Package } from 'custom-elements-manifest/schema'
import { elementsOf, type Declared } from './declared.ts'
import { completed, ELEMENTS, type Tag } from './facts.ts'
import { litProperties } from './lit-properties.ts'
import { create, parsed } from './syntax.ts'

const TAGS = Object.keys(ELEMENTS) as Tag[]

/** Where a source file's code lies in the package. */
const published = (path: string): string => `dist/${path.replace(/\.ts$/, '.js')}`

/** The file that registers a tag. */
const definer = (tag: Tag, { name }: Declared, module: string): JavaScriptModule => ({
  kind: 'javascript-module',
  path: published(`${tag}/${tag}.define.ts`),
  declarations: [],
  exports: [{ kind: 'custom-element-definition', name: tag, declaration: { name, module } }],
})

/** Reads the sources; takes half a second. */
export function elementsManifest(): Package {
  const modules = TAGS.map((tag) => parsed(`${tag}/${tag}.element.ts`))
  // Members of the base class belong to each element.
  const base = parsed('shared/tapboard-element.ts')
  const made = create({ modules: [...modules, base], plugins: [litProperties()] })
  const all = TAGS.flatMap((tag, index): JavaScriptModule[] => {
    const module = made.modules[index]!
    const path = published(module.path)
    const [declaration] = elementsOf({ ...made, modules: [module] })
    if (!declaration)
      throw new Error(`${module.path} documents no element: it needs a class with "@tag ${tag}"`)
    const exports = (module.exports ?? []).map((one) => ({
      ...one,
      declaration: { ...one.declaration, module: path },
    }))
    const declarations = [completed(tag, declaration)] as unknown as NonNullable<
      JavaScriptModule['declarations']
    >
    return [{ ...module, path, exports, declarations }, definer(tag, declaration, path)]
  })
  return { schemaVersion: '2.1.0', readme: 'README.md', modules: all }
}
