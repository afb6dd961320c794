// The page of an isolated field (`<merchant-apply isolate>`). Its policy gives it an opaque origin, whatever address the BFF has and
// however it is framed, so that no script of the page around it can read it; it may contact nothing and be framed by listed origins
// only.
import type { SealKey } from '@tapboard/contract'
import { sha256 } from '@tapboard/store/crypto'
import { FRAME_SCRIPT } from './frame-script.generated.ts'

const escape = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.codePointAt(0)};`)

const SCRIPT_HASH = `'sha256-${btoa(String.fromCharCode(...sha256(FRAME_SCRIPT)))}'`

/** The page with the key to which it seals. */
export const fieldPage = (sealKey: SealKey): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="seal-key" content="${escape(JSON.stringify(sealKey))}">` +
  '<title>Field</title><body><input autocomplete="off" inputmode="numeric" enterkeyhint="go" autocapitalize="off" ' +
  'spellcheck="false" dir="ltr" aria-describedby="description"><button type="button"></button><p id="description"></p>' +
  `<script>${FRAME_SCRIPT}</script>`

/**
 * The origins that may frame the page: those of each merchant that lists the asking origin. The answer is public, so it must not name
 * the customers of a platform. An earlier element names no origin; with one merchant the answer is the same.
 */
export function ancestorsOf(
  merchants: readonly { readonly origins: readonly string[] }[],
  origin: string | undefined,
): readonly string[] {
  const isAsking = (origins: readonly string[]): boolean =>
    origin === undefined ? merchants.length === 1 : origins.includes(origin)
  // Merchants of one platform can list the same page.
  return Array.from(new Set(merchants.flatMap(({ origins }) => (isAsking(origins) ? origins : []))))
}

/** The headers of the page, for frames of these origins; without one the page cannot be framed. */
export const fieldPageHeaders = (origins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; script-src ${SCRIPT_HASH}; style-src-attr 'none'; base-uri 'none'; form-action 'none'; ` +
    `require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts; frame-ancestors ${origins.join(' ') || "'none'"}`,
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'clipboard-read=(), clipboard-write=()',
})
