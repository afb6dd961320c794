// The screen reader's text of a screen, from Chromium's accessibility tree: one line for each node, indented by its depth: role,
// name, value, state, description. Pure; a line reads like the spoken text.

/** A value of the tree. */
interface Value {
  readonly value?: unknown
}

/** A node of `Accessibility.getFullAXTree`. */
export interface Node {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: Value
  readonly name?: Value
  readonly description?: Value
  readonly value?: Value
  readonly properties?: readonly { readonly name: string; readonly value: Value }[]
  readonly childIds?: readonly string[]
  readonly backendDOMNodeId?: number
}

/** Roles without a spoken name: their children take their place. */
const SILENT = /^(|none|generic|Section|InlineTextBox|LineBreak|ListMarker|RootWebArea|main|Iframe)$/
/** Roles whose name comes from their content, so the content is not repeated. */
const NAMED_BY_CONTENT = /^(button|link|heading|radio|checkbox|option|MenuListPopup|combobox|textbox|term)$/
/** Text that is already part of the name of a control or a group. */
const LABELS = /^(LabelText|Legend)$/
/** States that are spoken when they apply, with their words. */
const STATES: Readonly<Record<string, (value: unknown) => string>> = {
  checked: (value) => (value === 'true' ? 'checked' : 'not checked'),
  expanded: (value) => (value ? 'expanded' : 'collapsed'),
  required: (value) => (value ? 'required' : ''),
  invalid: (value) => (value === 'true' ? 'invalid' : ''),
  disabled: (value) => (value ? 'unavailable' : ''),
  readonly: (value) => (value ? 'read only' : ''),
  busy: (value) => (value ? 'busy' : ''),
  live: (value) => `live ${String(value)}`,
  hasPopup: () => '',
}
/** Roles → spoken words. */
const ROLES: Readonly<Record<string, string>> = {
  StaticText: 'text',
  DescriptionList: 'list of facts',
  term: 'term',
  definition: 'fact',
  MenuListPopup: 'choices',
  SvgRoot: 'picture',
  sectionheader: 'header',
  image: 'picture',
  combobox: 'list box',
  textbox: 'field',
}

const words = (value: Value | undefined): string =>
  typeof value?.value === 'string' ? value.value.replaceAll(/\s+/g, ' ').trim() : ''

/** One line for a node, without its children. */
function lineOf(
  { role, name, description, value, properties = [] }: Node,
  content: string,
  current: boolean,
): string {
  const kind = words(role)
  const level = properties.find((property) => property.name === 'level')?.value.value
  const states = properties.map(({ name: state, value: held }) => STATES[state]?.(held.value) ?? '')
  const parts = [
    ROLES[kind] ?? kind,
    kind === 'heading' && String(level),
    (words(name) || content) && `"${words(name) || content}"`,
    value && words(value) && `= "${words(value)}"`,
    ...states,
    current && 'current',
    description && words(description) && `– ${words(description)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The lines of a tree, in the order in which they are spoken; `current` holds the nodes that are marked as the current one. */
export function spoken(nodes: readonly Node[], current: ReadonlySet<number>): readonly string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  const heldBy = ({ childIds = [] }: Node): Node[] =>
    childIds
      .flatMap((id) => byId.get(id) ?? [])
      .flatMap((child) => (isSilent(child) ? heldBy(child) : [child]))
  const say = (node: Node, depth: number, said: string): void => {
    const kind = words(node.role)
    const children = (deeper: number, by: string): void => {
      for (const id of node.childIds ?? []) {
        const child = byId.get(id)
        if (child) say(child, deeper, by)
      }
    }
    if (LABELS.test(kind)) return children(depth, `${said} ${textOf(node, byId)}`)
    if (isSilent(node)) return children(depth, said)
    const name = words(node.name)
    const held = heldBy(node)
    const [only] = held
    const alone = !name && held.length === 1 && words(only?.role) === 'StaticText' ? words(only?.name) : ''
    if (kind === 'StaticText' && (!name || said.includes(name))) return
    const line = lineOf(node, alone, current.has(node.backendDOMNodeId ?? 0))
    lines.push('  '.repeat(depth) + line)
    // The options of a list box are spoken when it is opened.
    if (kind === 'combobox' || alone) return
    children(depth + 1, NAMED_BY_CONTENT.test(kind) ? `${name} ${words(node.value)}` : '')
  }
  // The page around belongs to the test.
  const root = nodes.find(({ role }) => words(role) === 'main') ?? nodes[0]
  if (root) say(root, 0, '')
  return lines
}

/** Roles of which one among others may be the current one. */
export const mayBeCurrent = ({ role }: Node): boolean => words(role) === 'listitem'

const isSilent = (node: Node): boolean =>
  node.ignored || SILENT.test(words(node.role)) || LABELS.test(words(node.role))

/** All text within a node. */
function textOf(node: Node, byId: ReadonlyMap<string, Node>): string {
  if (words(node.role) === 'StaticText') return words(node.name)
  return (node.childIds ?? [])
    .map((id) => byId.get(id))
    .map((child) => (child ? textOf(child, byId) : ''))
    .join(' ')
}
