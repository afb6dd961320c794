// The page of a sign-up without a browser: the element's own client and encryption, without the element.
import {
  secretsOf,
  web,
  withoutSecrets,
  type ApplicationSnapshot,
  type ApplicationValues,
  type MintedToken,
  type SubmitApplication,
  type TokenGrant,
} from '@tapboard/contract'
import { seal } from '../../packages/elements/src/merchant-apply/seal.ts'
import { Client } from '../../packages/elements/src/shared/client.ts'
import type { Answer } from '../../packages/elements/src/shared/fault.ts'
import { TokenSource } from '../../packages/elements/src/shared/token-source.ts'
import { llcValues } from '../../packages/service/src/testing.ts'

/** A page with a token of one applicant. */
export interface SignUpPage {
  /** A new sealed body, as the element creates it. */
  body(values?: ApplicationValues): Promise<SubmitApplication>
  submit(body: SubmitApplication, key?: string): Promise<Answer<ApplicationSnapshot | null>>
  status(): Promise<Answer<ApplicationSnapshot | null>>
  /** Keeps a draft, as the element does after each step. */
  save(values: ApplicationValues): Promise<Answer<unknown>>
}

export type Mint = (grant: TokenGrant) => Promise<MintedToken>

/** The options of a page. */
interface PageOptions {
  readonly mint: Mint
  readonly base: string
  readonly applicant: string
  readonly origin: string
  /** The browser's connection to the BFF. Default: HTTP/1.1 without TLS. */
  readonly fetch?: typeof fetch
}

/** A key of the page's own, long enough. */
export const KEY = 'page-key-0123456789abcdef'

export function openSignUpPage({
  mint,
  base,
  applicant,
  origin,
  fetch: send = fetch,
}: PageOptions): SignUpPage {
  const asPage: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', origin)
    return send(input, { ...init, headers })
  }
  const tokens = new TokenSource({
    now: () => performance.now(),
    getToken:
      () =>
      ({ jkt }) =>
        mint({ kind: 'apply', applicant, origin, jkt }),
  })
  const client = new Client({ base, fetch: asPage, tokens })
  const { signal } = new AbortController()
  const taken = <Value>(answer: Answer<Value>): Value => {
    if (!answer.ok) throw new Error(`the page was answered ${JSON.stringify(answer)}`)
    return answer.value
  }
  return {
    async body(values = llcValues()) {
      const page = taken(await client.call(web.getApplication, { signal }))
      const terms = taken(
        await client.call(web.getTerms, { query: { tier: values.tierName, locale: 'en' }, signal }),
      )
      const [signer] = values.signers
      return {
        values: withoutSecrets(values),
        secrets: await seal(secretsOf(values), page.sealKey, page.application.id),
        consent: {
          documents: terms.documents.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
          accepted: terms.consents.map(({ id }) => id),
          signerName: `${signer?.firstName} ${signer?.lastName}`,
          locale: 'en',
        },
      }
    },
    submit: (body, key = KEY) =>
      client.call(web.submitApplication, {
        headers: { 'Idempotency-Key': key },
        body,
        timeoutMs: 60_000,
        signal,
      }),
    save: (values) =>
      client.call(web.saveDraft, {
        body: { step: 'review', values: withoutSecrets(values), follows: 0 },
        signal,
      }),
    status: () => client.call(web.getApplicationStatus, { signal }),
  }
}
