// Spelling of each language, as far as a test can check it: its letters and quotes, the words that remain English because the
// country's own forms and cards use them, and its prohibition of a second charge.
import type { Language } from '../languages/languages.ts'

/** Requirements for the texts of a language. */
export interface Spelling {
  /** Its letters. */
  readonly script: RegExp
  /** All quotes that it uses, opening and closing. */
  readonly quotes: string
  /** Forbidden in its texts: punctuation of another language, a space that breaks at a wrong place. */
  readonly wrong: RegExp
  /** The clear instruction not to charge again. */
  readonly ban: RegExp
  /** The same for a refund. */
  readonly refundBan: RegExp
}

const LATIN = /\p{Script=Latin}/u

/** A colon or per cent sign after a breaking space, or a bracket or quote with a space inside. */
const LOOSE = / [:%;!?]/

export const SPELLING: Readonly<Record<Exclude<Language, 'en'>, Spelling>> = {
  es: {
    script: LATIN,
    quotes: '“”',
    wrong: LOOSE,
    ban: /no vuelva a cobrar/i,
    refundBan: /no vuelva a reembolsar/i,
  },
  'fr-CA': {
    script: LATIN,
    quotes: '«»',
    // Canadian French: a no-break space before the colon and inside the guillemets, none before ; ! ?
    wrong: /[^\xa0]:|«[^\xa0]|[^\xa0]»|\s[;!?]|[^\xa0]%| [:%]/,
    ban: /n’encaissez pas de nouveau/i,
    refundBan: /ne remboursez pas de nouveau/i,
  },
  de: {
    script: LATIN,
    quotes: '„“',
    wrong: LOOSE,
    ban: /nicht erneut kassieren/i,
    refundBan: /nicht erneut erstatten/i,
  },
  'pt-BR': {
    script: LATIN,
    quotes: '“”',
    wrong: LOOSE,
    ban: /não cobre de novo/i,
    refundBan: /não reembolse de novo/i,
  },
  'zh-Hans': {
    script: /\p{Script=Han}/u,
    quotes: '“”',
    wrong: /\p{Script=Han}[,;:?!.]|[,;:?!.]\p{Script=Han}/u,
    ban: /请勿再次收款/,
    refundBan: /请勿再次退款/,
  },
  vi: {
    script: LATIN,
    quotes: '“”',
    wrong: LOOSE,
    ban: /(đừng|chưa được) thu tiền lại/i,
    refundBan: /(đừng|chưa được) hoàn tiền lại/i,
  },
  ko: {
    script: /\p{Script=Hangul}/u,
    quotes: '“”',
    wrong: LOOSE,
    ban: /다시 결제하지 마세요/,
    refundBan: /다시 환불하지 마세요/,
  },
  ar: {
    script: /\p{Script_Extensions=Arabic}/u,
    quotes: '«»',
    wrong: /[,;?]| [:%؛،؟]/,
    ban: /لا تحصّل المبلغ مرة أخرى/,
    refundBan: /لا تردّ المبلغ مرة أخرى/,
  },
  he: {
    script: /\p{Script=Hebrew}/u,
    quotes: '”',
    wrong: LOOSE,
    ban: /אין לחייב שוב/,
    refundBan: /אין לזכות שוב/,
  },
}

/** English words that are permitted in a text in another script: US numbers and forms, addresses, texts on a screen. */
export const STAYS =
  /\b(CSV|EIN|SSN|ITIN|ZIP|IRS|LLC|DBA|CEO|CFO|ID|PO box|K1A 0B1|Wi-Fi|Running|SHA|www\.example\.com|name@example\.com|routing number|checking|control person|corporation|sole proprietorship|doing business as)/g

/** Texts that are identical to the English ones, by language. */
export const SAME: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  es: ['Plan', 'No', 'Terminal'],
  'fr-CA': ['Terminal', 'Documents', 'Version 71', 'Version 71 · 79 · SHA-256 73…'],
  de: [
    '(optional)',
    'Details',
    'New sale',
    'Name',
    'Person 71',
    'Routing',
    'Terminal',
    'Version 71',
    'Version 71 · 79 · SHA-256 73…',
    'Website',
  ],
  'pt-BR': ['Routing', 'E-mail'],
  'zh-Hans': [],
  vi: [],
  ko: [],
  ar: [],
  he: [],
}
