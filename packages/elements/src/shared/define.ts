// Registers an element once. A page with two copies keeps the first one and gets a report; nothing throws.

/** Registers `constructor` under `tag`, unless another copy already has. */
export function defineOnce(tag: string, constructor: CustomElementConstructor): void {
  const registry = globalThis.customElements
  if (!registry) return
  if (!registry.get(tag)) registry.define(tag, constructor)
  else if (registry.get(tag) !== constructor) {
    console.warn(`<${tag}> is already registered by another copy of Tapboard; this copy stays unused`)
  }
}
