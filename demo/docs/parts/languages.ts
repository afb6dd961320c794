// The languages that the elements speak, as the elements list them.
import { moneyText } from '@tapboard/contract'
import { LANGUAGES, languageFor } from '../../../packages/elements/src/languages/languages.ts'
import { markdownTable } from '../build/html.ts'

const english = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })

/** Tags of pages that show which language comes nearest. */
const NEAR = ['en-GB', 'es-MX', 'fr', 'de-AT', 'pt-PT', 'zh', 'zh-TW', 'iw', 'ja'] as const

const table = (): string =>
  markdownTable(
    ['Tag', 'Language', 'In its own words', 'Money'],
    LANGUAGES.map((language) => {
      const own = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' })
      return [
        `\`${language}\``,
        english.of(language) ?? '',
        `<bdi lang="${language}">${own.of(language) ?? ''}</bdi>`,
        `<bdi>${moneyText(1234.5, 'USD', language)}</bdi>`,
      ]
    }),
  )

const nearest = (): string =>
  markdownTable(
    ['Page says', 'Element speaks'],
    NEAR.map((tag) => [`\`lang="${tag}"\``, `\`${languageFor(tag)}\``]),
  )

/** `all`: every language; `nearest`: the one that is used for another language of the page. */
export const languageTable = (argument: string): string => (argument === 'nearest' ? nearest() : table())
