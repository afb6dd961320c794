// Registers an element once. Where another script or copy has the tag already, the page gets a report; nothing throws.

/** Registers `constructor` under `tag`, unless it is taken. */
export function defineOnce(tag: string, constructor: CustomElementConstructor): void {
  const registry = globalThis.customElements
  if (!registry) return
  if (!registry.get(tag)) registry.define(tag, constructor)
  else if (registry.get(tag) !== constructor) {
    console.warn(
      `<${tag}> is already registered, by another script or by another copy of Tapboard; this copy stays unused`,
    )
  }
}
