// Security headers of the shop's pages: a strict policy that shows what `<terminal-pay>` needs.
import type { MiddlewareHandler } from 'hono'

/** Content-Security-Policy of a page that may connect to the BFF and the service's terminal channel. */
export const policy = (connect: readonly string[]): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `connect-src 'self' ${connect.join(' ')}`.trim(),
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types lit-html`,
  ].join('; ')

/** The policy of the pages that frame the screens of this site: the gallery and the editor of themes. */
const framingPolicy = (connect: readonly string[]): string => `${policy(connect)}; frame-src 'self'`

/** The policy of a screen, which pages of this site may frame. */
const screenPolicy = (connect: readonly string[]): string =>
  policy(connect).replace(`frame-ancestors 'none'`, `frame-ancestors 'self'`)

/** The policy of the terminal page, which is an app: with a manifest and a worker. */
const appPolicy = (connect: readonly string[]): string =>
  `${policy(connect)} terminal-app; manifest-src 'self'; worker-src 'self'`

/** The policy of the sign-up page, which may frame the isolated fields of the BFF. */
const signUpPolicy = (connect: readonly string[]): string =>
  `${policy(connect)}; frame-src ${connect.filter((origin) => origin.startsWith('http')).join(' ')}`

/** The policies of single pages by the start of their path. */
const POLICIES: readonly (readonly [path: string, policyOf: typeof policy])[] = [
  ['/terminal', appPolicy],
  ['/sign-up', signUpPolicy],
  ['/docs/gallery/', framingPolicy],
  ['/docs/theming/', framingPolicy],
  ['/docs/screen/', screenPolicy],
]

/** Sets the security headers on every answer. */
export const securityHeaders =
  (connectOf: (request: Request) => readonly string[]): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const { path } = context.req
    const [, policyOf = policy] = POLICIES.find(([start]) => path.startsWith(start)) ?? []
    context.header('Content-Security-Policy', policyOf(connectOf(context.req.raw)))
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    context.header('Cross-Origin-Opener-Policy', 'same-origin')
  }
