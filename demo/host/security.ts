// The headers of the shop's pages: a policy strict enough to show what `<terminal-pay>` needs and what it does not.
import type { MiddlewareHandler } from 'hono'

/** Content-Security-Policy of a page that may talk to the BFF and to the service's terminal channel. */
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

/** Sets the policy and its companions on every answer. */
export const securityHeaders =
  (connectOf: (request: Request) => readonly string[]): MiddlewareHandler =>
  async (context, next) => {
    await next()
    context.header('Content-Security-Policy', policy(connectOf(context.req.raw)))
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    context.header('Cross-Origin-Opener-Policy', 'same-origin')
  }
