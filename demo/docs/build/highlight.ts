// Colours code while the pages are built, in a few classes: comment, string, keyword, tag, name, number. It has no grammar;
// unknown text stays plain.
import { escapeHtml } from './html.ts'

type Rule = readonly [kind: string, pattern: RegExp]

const KEYWORDS =
  'abstract|as|async|await|break|case|catch|class|const|continue|declare|default|delete|do|else|export|extends|false|finally|for|from|function|if|implements|import|in|instanceof|interface|let|new|null|of|readonly|return|satisfies|static|switch|this|throw|true|try|type|typeof|undefined|var|void|while|yield'

const SCRIPT: readonly Rule[] = [
  ['c', /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
  ['s', /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/],
  ['k', new RegExp(`(?<![.\\w$-])(?:${KEYWORDS})(?![\\w$-]|:)`)],
  ['m', /(?<![\w$.#-])\d[\d_.]*(?:n|px|ms|%)?(?![\w$-])/],
  ['t', /<\/?[a-z][\w-]*(?=[\s/>])|(?<=[\w"'}\]\s])\/?>(?=\s|$|<)/],
  ['n', /(?<=[\s,{(])[\w$-]+(?=\??:\s)/],
]

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  script: SCRIPT,
  html: [
    ['c', /<!--[\s\S]*?-->/],
    ['t', /<\/?[A-Za-z!][\w.-]*|\/?>/],
    ['s', /"[^"\n]*"|'[^'\n]*'/],
    ['n', /(?<=\s)[@:#(\w[*-][\w@:.()\]-]*(?=[=\s>])(?=[^<\n]*>)/],
  ],
  css: [
    ['c', /\/\*[\s\S]*?\*\//],
    ['s', /'[^'\n]*'|"[^"\n]*"/],
    ['n', /--[\w-]+|(?<=[\s{;])[a-z-]+(?=:\s)/],
    ['m', /#[\da-f]{3,8}\b|(?<![\w-])\d*\.?\d+(?:px|rem|em|%|s|ms)?(?![\w-])/i],
    ['k', /@[\w-]+|!important/],
  ],
  json: [
    ['n', /"(?:\\.|[^"\\\n])*"(?=\s*:)/],
    ['s', /"(?:\\.|[^"\\\n])*"/],
    ['m', /-?\d[\d.eE+-]*/],
    ['k', /\b(?:true|false|null)\b/],
  ],
  python: [
    ['c', /#[^\n]*/],
    ['s', /f?"{3}[\s\S]*?"{3}|f?'(?:\\.|[^'\\\n])*'|[fb]?"(?:\\.|[^"\\\n])*"/],
    [
      'k',
      /(?<![.\w])(?:and|any|as|class|def|elif|else|except|False|for|from|if|import|in|is|None|not|or|return|self|True|try|with)(?!\w)/,
    ],
    ['m', /(?<![\w.])\d[\d_.]*/],
  ],
  shell: [
    ['c', /(?<=^|\s)#[^\n]*/],
    ['s', /"(?:\\.|[^"\\])*"|'[^']*'/],
    ['k', /(?<=^|[\n&|(]\s*)(?:export|npm|npx|node|curl|openssl|cd|mkdir|cp)(?=\s)/],
    ['n', /(?<=\s)--?[\w-]+|[A-Z][A-Z_]+(?==)|\$\w+/],
  ],
  http: [
    ['n', /(?<=^|\n)[A-Z][\w-]+(?=:)/],
    ['k', /(?<=^|\n|; )(?:GET|POST|PUT|DELETE|HTTP|[a-z]+-[a-z-]+)(?=\s)/],
    ['s', /'[^'\n]*'/],
  ],
}

const KINDS: Readonly<Record<string, keyof typeof RULES>> = {
  js: 'script',
  ts: 'script',
  tsx: 'script',
  jsx: 'script',
  html: 'html',
  vue: 'html',
  svelte: 'html',
  css: 'css',
  json: 'json',
  go: 'script',
  php: 'script',
  python: 'python',
  sh: 'shell',
  conf: 'shell',
  http: 'http',
}

/** Scripts and styles inside a page use the colours of their language. */
const INSIDE = /(<(script|style)\b[^>]*>)([\s\S]*?)(?=<\/\2>)/g

function colour(code: string, rules: readonly Rule[]): string {
  const found = new RegExp(
    rules.map(([kind, { source }], index) => `(?<${kind}${index}>${source})`).join('|'),
    rules === RULES['css'] ? 'gi' : 'g',
  )
  let made = ''
  let from = 0
  for (const match of code.matchAll(found)) {
    if (match[0] === '') continue
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? ''
    made += `${escapeHtml(code.slice(from, match.index))}<span class="${kind.charAt(0)}">${escapeHtml(match[0])}</span>`
    from = match.index + match[0].length
  }
  return made + escapeHtml(code.slice(from))
}

/** Code as HTML; an unknown language stays plain. */
export function highlight(code: string, language: string): string {
  const kind = KINDS[language]
  const rules = kind === undefined ? undefined : RULES[kind]
  if (rules === undefined) return escapeHtml(code)
  if (kind !== 'html') return colour(code, rules)
  let made = ''
  let from = 0
  for (const { index, 1: tag = '', 2: name, 3: inner = '' } of code.matchAll(INSIDE)) {
    made += colour(code.slice(from, index + tag.length), rules)
    made += colour(inner, RULES[name === 'style' ? 'css' : 'script'] ?? [])
    from = index + tag.length + inner.length
  }
  return made + colour(code.slice(from), rules)
}
