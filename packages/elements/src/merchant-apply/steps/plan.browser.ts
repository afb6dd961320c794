import { assert } from '@open-wc/testing'
import { clearStages, StepStage } from '../../testing/step-stage.ts'
import { TIERS } from '../../testing/scripted-boarding.ts'
import { STEP as plan } from './plan.step.ts'

const textOf = (node: Element): string => node.textContent.replace(/\s+/g, ' ').trim()

/** The rows of the table as texts. */
const rowsOf = ({ root }: StepStage): readonly (readonly string[])[] =>
  Array.from(root.querySelectorAll('tr'), ({ cells }) => Array.from(cells, textOf))

const middleOf = (node: Element): number => {
  const { top, bottom } = node.getBoundingClientRect()
  return (top + bottom) / 2
}

describe('the plan step of <merchant-apply>', () => {
  afterEach(clearStages)

  it('compares plans by fee and by feature, and lists the other inclusions of each plan in one row', () => {
    const [standard, plus] = TIERS
    const tiers = [standard!, plus!, { ...plus!, name: 'Bare', label: 'Bare', features: [], includes: [] }]
    assert.deepEqual(rowsOf(new StepStage(plan, { page: { tiers } })), [
      ['', 'Standard', 'Plus', 'Bare'],
      ['Monthly', '$0', '$29', '$29'],
      ['Card present', '2.6 % + 10¢', '2.3 % + 10¢', '2.3 % + 10¢'],
      ['Terminals', '1', '5', '–'],
      ['Included', 'Next-day payout', 'Next-day payoutPhone support', '–'],
    ])
  })

  it('shows the plans of a BFF that sends no features', () => {
    const tiers = TIERS.map(({ name, label, summary, fees, includes }) => ({
      name,
      label,
      summary,
      fees,
      includes,
    }))
    const heads = rowsOf(new StepStage(plan, { page: { tiers } })).map(([head]) => head)
    assert.deepEqual(heads, ['', 'Monthly', 'Card present', 'Included'])
  })

  for (const width of [320, 768])
    it(`shows the first fee larger than the others, and the radio beside the name, at ${width} px`, () => {
      const { root } = new StepStage(plan, { page: { tiers: TIERS }, width })
      for (const card of root.querySelectorAll('.plan')) {
        const [price, rate] = ['.price b', '.rates b'].map((part) => card.querySelector(part)!)
        assert.match(textOf(price!), /^\$\d+$/)
        const [large, usual] = [price!, rate!].map((node) =>
          Number.parseFloat(getComputedStyle(node).fontSize),
        )
        assert.isAbove(large!, usual!)
        const [radio, name] = ['input', '.name b'].map((part) => card.querySelector(part)!)
        assert.closeTo(middleOf(radio!), middleOf(name!), 3)
      }
    })

  for (const width of [320, 390])
    it(`fits three plans beside each other without scrolling at ${width} px`, () => {
      const tiers = [...TIERS, { ...TIERS[1]!, name: 'Multi', label: 'Multi' }]
      const { root } = new StepStage(plan, { page: { tiers }, width })
      root.querySelector('details')!.open = true
      const wide = root.querySelector('.wide')!
      assert.equal(wide.scrollWidth, wide.clientWidth)
      const tops = Array.from(root.querySelectorAll('tbody tr:first-child td'), (cell) =>
        Math.round(cell.getBoundingClientRect().top),
      )
      assert.deepEqual(new Set(tops).size, 1)
      assert.lengthOf(tops, 3)
    })
})
