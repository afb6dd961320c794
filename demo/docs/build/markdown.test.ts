import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlight } from './highlight.ts'
import { plainText } from './html.ts'
import { renderMarkdown } from './markdown.ts'

const html = (text: string): string => renderMarkdown(text, '../../').html

test('highlights code without losing or interpreting a character', () => {
  for (const [language, code] of [
    ['ts', "const a = '<b>&' // it's\nreturn `x${a}` + 4_2"],
    ['html', '<script type="module">\n  const a = 1 < 2\n</script>\n<!-- <p> --><p title="a>b">&amp;</p>'],
    ['css', 'a::part(b) { --x: light-dark(#fff, #000); } /* { */'],
    ['sh', 'export A="b c" # $d\nnpx x --y'],
    ['json', '{"a": [1, null, "b\\"c"]}'],
    ['unknown', '<&>'],
  ] as const) {
    const made = highlight(code, language)
    assert.equal(plainText(made), code.replace(/\s+/g, ' ').trim(), language)
    assert.doesNotMatch(made.replace(/<\/?span[^>]*>/g, ''), /</, language)
  }
})

test('the text of the search has a space between two blocks, and none inside of a word', () => {
  for (const [made, text] of [
    [
      '<li><a href="x"><b>Security</b><span>Threat model.</span></a></li><li>Next</li>',
      'Security Threat model. Next',
    ],
    [
      '<td><strong>No news</strong><br>We keep asking.</td>\n<td>unknown</td>',
      'No news We keep asking. unknown',
    ],
    ['<p>Press <code>pay</code>ment, <a href="y">a link</a>.</p>', 'Press payment, a link.'],
    ['<span class="k">if</span><span class="p">(</span>a', 'if(a'],
  ] as const)
    assert.equal(plainText(made), text)
})

test('equal headings get different anchors', () => {
  const { headings } = renderMarkdown('## Same\n\n## Same\n\n### `a` & b', '')
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['same', 'same-2', 'a-b'],
  )
})

test('groups adjacent code blocks with tabs', () => {
  const made = html('```js a.js tab="React"\n1\n```\n\n```js b.js tab="Vue"\n2\n```\n\nText')
  assert.equal(made.match(/class="tabs"/g)?.length, 1)
  assert.equal(made.match(/type="radio"/g)?.length, 2)
  assert.equal(made.match(/ checked/g)?.length, 1)
})

test('a table with an empty head has row headers', () => {
  const made = html('| | |\n|---|---|\n| Means | something |')
  assert.match(made, /<th scope="row">Means<\/th>/)
  assert.doesNotMatch(made, /<thead>/)
})

test('rewrites root links relative to the page', () => {
  assert.match(html('[x](/docs/start/#a)'), /href="\.\.\/\.\.\/docs\/start\/#a"/)
  assert.match(html('[x](/)'), /href="\.\.\/\.\.\/"/)
  assert.match(html('[x](https://example.com/)'), /href="https:\/\/example\.com\/"/)
})
