// A boarding client on real sockets, with the valid answers of a boarding API.
import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { emptySigner, emptyValues, type ApplicationValues } from '@tapboard/contract'
import { hostile, json, type Hostile } from '../transport/hostile.testing.ts'
import { SocketSender } from '../transport/one-shot.ts'
import { createTransport } from '../transport/transport.ts'
import {
  createBoardingClient,
  SUBMIT_LIMITS,
  type BoardingClient,
  type BoardingClientConfig,
} from './client.ts'

const TEXT = 'You agree.'

/** Answers of an honest boarding API. */
export const HONEST = {
  tiers: { Status: 'Success', Refnum: 'ref_1', Tiers: [{ Name: 'Retail', IsSandbox: true }] },
  terms: {
    Status: 'Success',
    Refnum: 'ref_2',
    Documents: [
      {
        Id: 'terms',
        Title: 'Terms',
        Version: '2026-11',
        Sha256: createHash('sha256').update(TEXT).digest('hex'),
        Locale: 'en',
        Text: TEXT,
      },
    ],
    Consents: [{ Id: 'terms', Locale: 'en', Text: 'I agree.' }],
  },
  accept: { Status: 'Success', Refnum: 'ref_3', Token: 'trm_token', ExpiresAt: '2026-11-22T00:00:00Z' },
  submit: { Status: 'Success', Refnum: 'ref_4', AppId: 'app_1' },
  find: {
    Status: 'Success',
    Refnum: 'ref_5',
    AppId: 'app_1',
    ApplicationStatus: 'in_review',
    TierName: 'Retail',
    UpdatedAt: '2026-11-20T12:00:00Z',
  },
} as const

/** A question of the client. */
export type Question = keyof typeof HONEST

export const SOME_VALUES: ApplicationValues = {
  ...emptyValues(),
  tierName: 'Retail',
  ownershipType: 'llc',
  corporateName: 'Ann & Sons LLC',
  taxIdType: 'EIN',
  taxId: '131234567',
  businessPhone: '7325550123',
  bankingLater: true,
  signers: [{ ...emptySigner(true), firstName: 'Ann', ssn: '987654321', ownershipPercentage: '51' }],
}

const SOME_ACCEPTANCE = {
  tierName: 'Retail',
  corporateName: 'Ann & Sons LLC',
  signerName: 'Ann Lee',
  locale: 'en',
  documents: [{ id: 'terms', version: '2026-11', sha256: 'f'.repeat(64) }],
  consents: ['terms'],
  evidence: { userAgent: 'Browser/1.0', clientAddress: '203.0.113.7' },
} as const

export const ASK: Readonly<Record<Question, (client: BoardingClient) => Promise<{ readonly kind: string }>>> =
  {
    tiers: (client) => client.getTiers(),
    terms: (client) => client.getTerms('Retail', 'en'),
    accept: (client) => client.accept(SOME_ACCEPTANCE),
    submit: (client) =>
      client.submit({
        values: SOME_VALUES,
        agent: { name: 'Bo', email: 'bo@partner.example' },
        token: 'trm_1',
      }),
    find: (client) => client.find({ appId: 'app_1' }),
  }

/** The result of each question without a fault. */
export const GOOD_END: Readonly<Record<Question, string>> = {
  tiers: 'found',
  terms: 'found',
  accept: 'accepted',
  submit: 'accepted',
  find: 'found',
}

/**
 * A client and the server that it asks; a short limit of the answer, so that no test waits long. The server accepts every connection,
 * so the limit of the connection is the real one.
 */
export async function openBoardingClient(
  context: Pick<TestContext, 'after'>,
  members: Partial<BoardingClientConfig> = {},
): Promise<{ readonly client: BoardingClient; readonly server: Hostile }> {
  const server = await hostile(context as TestContext)
  const transport = createTransport(server.url)
  const sender = new SocketSender(server.url, { ...SUBMIT_LIMITS, answerMs: 1_000 })
  context.after(async () => {
    sender.close()
    await transport.close()
  })
  const config = { apiKey: 'tb_board_key', nameCase: 'pascal', tokenPlace: 'top', phone: 'national' } as const
  const client = createBoardingClient({ ...config, timeoutMs: 1_000, ...members }, transport, sender)
  server.behave = json(HONEST.tiers)
  return { client, server }
}

/** The JSON that a request carried. */
export const bodyOf = (request: string | undefined): Record<string, unknown> =>
  JSON.parse(request?.split('\r\n\r\n')[1] ?? 'null') as Record<string, unknown>
