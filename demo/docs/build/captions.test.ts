// The captions of the gallery.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHOWN } from '../screen/shown.ts'
import { captionOf, readCaption } from './captions.ts'

test('a caption has the title, the first sentence, the fields, the questions and the buttons', () => {
  const spoken = `region "Pay"
  header
    button "In the header"
  heading 2 "Does it work?"
  text "Order"
  paragraph "Look at the terminal."
  form
    field "Approval code" invalid – Enter it
    button "Show Approval code"
    button "Gone" unavailable
    group "What does it show?"
      radio "Approved" not checked
      radio "Declined" not checked
  button "Settle order R-1"
  button "Settle order R-2"
  button "Close"
  status "Does it work?" live polite
`
  assert.deepEqual(captionOf(spoken), {
    sees: 'Does it work? Look at the terminal.',
    may: 'Fill in: Approval code. Choose: What does it show? Press: Settle order R-1, Close.',
  })
})

test('a caption counts the fields after the fourth, and says when a screen has no control', () => {
  const fields = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `  field "${name}"`).join('\n')
  assert.equal(captionOf(`heading 2 "Form"\n${fields}\n`).may, 'Fill in: A, B, C, D and 2 more.')
  assert.deepEqual(captionOf('region "Wait"\n  heading 2 "Wait…"\n'), {
    sees: 'Wait…',
    may: 'Nothing to press.',
  })
})

test('every screen of the gallery has a caption of at most 360 characters', () => {
  for (const { file } of SHOWN) {
    const { sees, may } = readCaption(file)
    assert.match(sees, /^\P{Ll}.{4,}/u, file)
    assert.ok(sees.length + may.length <= 360, `${file}: ${sees} ${may}`)
  }
})
