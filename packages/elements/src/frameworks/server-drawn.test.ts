// The markup of the React components on a server: the first frame of the element in a declarative shadow root, as Lit renders it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '@lit-labs/ssr'
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js'
import { html, type TemplateResult } from 'lit'
import * as React from 'react'
import { renderToString } from 'react-dom/server'
import { MerchantApply } from './merchant-apply.react.ts'
import { TerminalDesk } from './terminal-desk.react.ts'
import { TerminalPay } from './terminal-pay.react.ts'

const getToken = () => Promise.resolve('')

/** The content of the shadow root without Lit's markers, and with one form of white space. */
const rootIn = (markup: string): string =>
  (/<template [^>]*>([^]*)<\/template>/.exec(markup)?.[1] ?? '')
    .replace(/<style[^>]*>[^]*?<\/style>/, '')
    .replace(/<!--[^]*?-->/g, '')
    .replaceAll('\u00a0', '&nbsp;')
    .replace(/\s*(<[^>]*?)\s*>\s*/g, '$1>')
    .replace(/\s+/g, ' ')

const styleIn = (markup: string): string => /<style>([^]*?)<\/style>/.exec(markup)?.[1] ?? ''

const ELEMENTS: readonly (readonly [
  component: React.ElementType,
  template: TemplateResult,
  title: string,
])[] = [
  [TerminalPay, html`<terminal-pay bff-url="/t"></terminal-pay>`, 'Getting ready'],
  [TerminalDesk, html`<terminal-desk bff-url="/t"></terminal-desk>`, 'Loading sales'],
]

for (const [component, template, title] of ELEMENTS)
  test(`draws the first frame of an element that begins with "${title}"`, () => {
    const drawn = (props: object): string =>
      renderToString(React.createElement(component, { bffUrl: '/t', getToken, ...props }))
    const english = drawn({ lang: 'en-US' })
    const byLit = collectResultSync(render(template))
    assert.equal(rootIn(english), rootIn(byLit))
    assert.equal(styleIn(english), styleIn(byLit), 'ssr.json has the hash of this text')
    assert.match(english, / bff-url="\/t"[^>]*><template shadowrootmode="open"><style>/)
    for (const props of [{}, { lang: 'es' }]) assert.ok(!drawn(props).includes(title))
    assert.match(drawn({ nonce: 'rAnd0m+/=' }), /<style nonce="rAnd0m\+\/=">/)
    assert.doesNotMatch(drawn({ nonce: '"><script>' }), /<script>|<style nonce/)
  })

test('draws no form that cannot be used before its script has run', () => {
  const markup = renderToString(React.createElement(MerchantApply, { bffUrl: '/t', getToken }))
  assert.equal(markup, '<merchant-apply bff-url="/t"></merchant-apply>')
})

for (const component of [TerminalPay, MerchantApply, TerminalDesk] as readonly React.ElementType[])
  test(`a server writes theme and density of ${(component as { readonly displayName?: string }).displayName} as attributes`, () => {
    const tagWith = (props: object): string =>
      renderToString(React.createElement(component, { bffUrl: '/t', getToken, ...props })).split('>', 1)[0] ??
      ''
    const tag = tagWith({ theme: 'dark', density: 'compact' })
    // HTML does not distinguish the case of attributes.
    assert.match(tag, / theme="dark"/i)
    assert.match(tag, / density="compact"/i)
    assert.doesNotMatch(tagWith({}), /theme|density/i)
  })

test('children keep their place beside the first frame', () => {
  const note = React.createElement('p', { slot: 'footer' }, 'Thank you')
  const props = { bffUrl: '/t', getToken }
  const markup = renderToString(React.createElement(TerminalPay, props, note))
  assert.match(markup, /<\/template><p slot="footer">Thank you<\/p><\/terminal-pay>$/)
})
