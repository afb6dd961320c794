import { absent, byHost, chapter, held, partly } from '../checklist.ts'
import { KEY_PLACE, PRIVATE_CA, PROXY_SECTION, PROXY_TLS, SAFETY, SERVICE_SAFETY, TLS } from '../holders.ts'

const PROXY = 'Your proxy ends TLS before BFF and service.'

export const V12 = chapter('V12', 'Secure communication', [
  [
    '12.1.1',
    1,
    'TLS 1.2 and 1.3 only',
    byHost(
      `${PROXY} Outgoing connections have the defaults of Node: TLS 1.2 and later.`,
      PROXY_TLS,
      PROXY_SECTION,
    ),
  ],
  ['12.1.2', 2, 'Recommended cipher suites', byHost(PROXY, PROXY_SECTION)],
  ['12.1.3', 2, 'Client certificates are verified', absent('There are no client certificates.')],
  [
    '12.2.1',
    1,
    'TLS between browsers and servers',
    partly(
      `${PROXY} In production the configuration refuses http addresses of BFF and pages, and answers have HSTS.`,
      SAFETY,
      PROXY_SECTION,
    ),
  ],
  ['12.2.2', 1, 'Public certificates', byHost(PROXY)],
  [
    '12.3.1',
    2,
    'All connections are encrypted',
    partly(
      'Upstream, webhooks and PostgreSQL are encrypted in production. Metrics are plain http on 127.0.0.1 by default.',
      SAFETY,
      SERVICE_SAFETY,
    ),
  ],
  [
    '12.3.2',
    2,
    'Certificates of servers are verified',
    held('Without a valid one no byte of a request is written.', TLS),
  ],
  [
    '12.3.3',
    2,
    'Internal connections are encrypted',
    held('http is accepted for this machine only, in production.', SAFETY, KEY_PLACE),
  ],
  [
    '12.3.4',
    2,
    'Internal certificates are trusted explicitly',
    held('NODE_EXTRA_CA_CERTS adds a private authority.', PRIVATE_CA),
  ],
])
