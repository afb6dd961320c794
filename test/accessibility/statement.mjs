// Collects the results of the audits into the data of the accessibility statement, without dates, so that the same code gives
// the same file. The statement lists separately what audits cannot detect.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import axe from 'axe-core'

/** Display name of each engine. */
const ENGINES = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKitGTK' }
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Further tested properties, with their criteria of WCAG 2.2. */
const CHECKS = [
  {
    title: 'What a screen reader says is written down for every screen, and a change of it fails a test',
    criteria: ['1.3.1', '1.3.2', '2.4.6', '3.3.2', '4.1.2'],
  },
  {
    title: 'Each step of a sale and each complaint is announced once, in order, by one polite live region',
    criteria: ['4.1.3'],
  },
  {
    title: 'A sale, a decision by hand, the registration of a terminal and a whole application by keyboard',
    criteria: ['2.1.1', '2.1.2', '2.4.3', '2.4.7', '2.4.11', '3.2.1', '3.2.2'],
  },
  {
    title: 'No scrolling in two directions at 320 × 256 CSS pixels (400 % zoom), nothing cut off or covered',
    criteria: ['1.4.4', '1.4.10'],
  },
  { title: 'Line, word and letter spacing set by the reader cut nothing off', criteria: ['1.4.12'] },
  {
    title: 'Every target is at least 24 px high and wide, every button, choice and field at least 44 px high',
    criteria: ['2.5.8'],
  },
  { title: 'In forced colours every control keeps an edge and every choice a mark', criteria: ['1.4.11'] },
  { title: 'With reduced motion nothing moves', criteria: ['2.2.2', '2.3.3'] },
]

const LIMITATIONS = [
  'Automatic rules find only part of what can be wrong. No person with a disability and no independent auditor has tried the elements for this statement.',
  'What a screen reader says is read from the accessibility tree of Chromium. NVDA, JAWS, VoiceOver and TalkBack were not listened to.',
  'Terms that a vendor shows in a frame are the vendor’s own page: nothing is audited inside it.',
  'Documents that are agreed to are text of the application service, in its own language and words.',
  'A page that sets the colours of the elements can make the contrast too low; in development the element says so.',
  'The terminal itself, its screen and its keys, is not part of the elements.',
]

const criterionOf = (tag) => /^wcag(\d)(\d)(\d+)$/.exec(tag)?.slice(1).join('.')

export class Statement {
  #engines
  #audits = new Map()

  constructor(engines) {
    this.#engines = engines
  }

  /** One screen in one look on one engine. */
  add(engine, { tag, name, look, ...found }) {
    this.#audits.set(JSON.stringify([engine, tag, name, look.theme, look.dir]), { tag, name, ...found })
  }

  /** Writes the file, or prints the reason why not. */
  write(file) {
    const audits = [...this.#audits.values()]
    const broken = audits.filter((one) => one.broken.length > 0)
    const missing = Object.keys(ENGINES).filter((engine) => !this.#engines.includes(engine))
    if (broken.length > 0 || missing.length > 0 || audits.length === 0) {
      console.log(
        `The accessibility statement stays: ${broken.length} audits failed, missing: ${missing.join()}`,
      )
      return
    }
    const text = JSON.stringify(this.#summary(audits), null, 2)
    if (JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 2) === text) return
    writeFileSync(file, text)
    execFileSync('npx', ['oxfmt', file])
    console.log(`${file} has changed: commit it`)
  }

  #summary(audits) {
    const screens = new Map(audits.map(({ tag, name }) => [tag + name, { element: tag, name }]))
    const passed = new Set(audits.flatMap((one) => one.passed))
    return {
      standard: 'WCAG 2.2, levels A and AA',
      tool: { name: 'axe-core', version: axe.version },
      engines: Object.values(ENGINES),
      themes: ['light', 'dark'],
      directions: ['left to right', 'right to left'],
      audits: audits.length,
      violations: 0,
      screens: [...screens.values()],
      rules: axe
        .getRules(LEVELS)
        .filter(({ ruleId }) => passed.has(ruleId))
        .map(({ ruleId, help, tags }) => ({
          id: ruleId,
          help,
          criteria: tags.map(criterionOf).filter(Boolean),
        })),
      checks: CHECKS,
      limitations: LIMITATIONS,
    }
  }
}
