// DOM helpers of the live examples.

/** An element with attributes and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** A choice with its label. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: (value: string) => void,
): readonly [HTMLElement, HTMLSelectElement] {
  const id = `choice-${label.toLowerCase().replaceAll(' ', '-')}`
  const select = make('select', { id }, ...options.map(([value, text]) => make('option', { value }, text)))
  select.addEventListener('change', () => chosen(select.value))
  return [make('div', { class: 'choice' }, make('label', { for: id }, label), select), select]
}
