import { assert } from '@open-wc/testing'
import { clearStages, StepStage } from '../../testing/step-stage.ts'
import { TIERS } from '../../testing/scripted-boarding.ts'
import { STEP as plan } from './plan.step.ts'

const textOf = (node: Element): string => node.textContent.replace(/\s+/g, ' ').trim()

/** The rows of each plan as texts, and its other inclusions. */
const rowsOf = ({ root }: StepStage): readonly (readonly string[])[] =>
  Array.from(root.querySelectorAll('.plan'), (card) =>
    Array.from(card.querySelectorAll('.rate, .rest small'), textOf),
  )

const topOf = (node: Element): number => Math.round(node.getBoundingClientRect().top)

const middleOf = (node: Element): number => {
  const { top, bottom } = node.getBoundingClientRect()
  return (top + bottom) / 2
}

describe('the plan step of <merchant-apply>', () => {
  afterEach(clearStages)

  it('has the same fees and features in the same order in each plan, and lists its other inclusions', () => {
    const [standard, plus] = TIERS
    const tiers = [standard!, plus!, { ...plus!, name: 'Bare', label: 'Bare', features: [], includes: [] }]
    assert.deepEqual(rowsOf(new StepStage(plan, { page: { tiers } })), [
      ['Card present 2.6% + 10¢', 'Terminals 1', 'Next-day payout'],
      ['Card present 2.3% + 10¢', 'Terminals 5', 'Next-day payout', 'Phone support'],
      ['Card present 2.3% + 10¢', 'Terminals –'],
    ])
  })

  it('shows the first fee of a plan in its row if it is another fee of another plan', () => {
    const [standard, plus] = TIERS
    const fees = [{ label: 'Card present', value: '2.9 %' }]
    const tiers = [standard!, { ...plus!, fees }]
    assert.deepEqual(rowsOf(new StepStage(plan, { page: { tiers } }))[1]!.slice(0, 2), [
      'Card present 2.9 %',
      'Terminals 5',
    ])
  })

  it('shows every fee of a plan that has two with the same label', () => {
    const [standard, plus] = TIERS
    const fees = [...plus!.fees, { label: 'Card present', value: '$1 a day' }]
    const tiers = [standard!, { ...plus!, fees }]
    assert.equal(
      rowsOf(new StepStage(plan, { page: { tiers } }))[1]![0],
      'Card present 2.3% + 10¢ · $1 a day',
    )
  })

  it('shows the plans of a BFF that sends no features', () => {
    const tiers = TIERS.map(({ name, label, summary, fees, includes }) => ({
      name,
      label,
      summary,
      fees,
      includes,
    }))
    assert.deepEqual(rowsOf(new StepStage(plan, { page: { tiers } })), [
      ['Card present 2.6% + 10¢', 'Next-day payout'],
      ['Card present 2.3% + 10¢', 'Next-day payout', 'Phone support'],
    ])
  })

  for (const width of [320, 768])
    it(`shows the first fee larger than the others, and the radio beside the name, at ${width} px`, () => {
      const { root } = new StepStage(plan, { page: { tiers: TIERS }, width })
      for (const card of root.querySelectorAll('.plan')) {
        const [price, rate] = ['.price b', '.rate b'].map((part) => card.querySelector(part)!)
        assert.match(textOf(price!), /^\$\d+$/)
        const [large, usual] = [price!, rate!].map((node) =>
          Number.parseFloat(getComputedStyle(node).fontSize),
        )
        assert.isAbove(large!, usual!)
        const [radio, name] = ['input', '.name b'].map((part) => card.querySelector(part)!)
        assert.closeTo(middleOf(radio!), middleOf(name!), 3)
      }
    })

  const long = {
    ...TIERS[1]!,
    name: 'Multi',
    label: 'Multi',
    summary: 'For several shops with one set of books.',
  }

  it('shows the same fee or feature of three plans beside each other in one row at 768 px', () => {
    const { root } = new StepStage(plan, { page: { tiers: [...TIERS, long] }, width: 768 })
    const cards = [...root.querySelectorAll('.plan')]
    assert.equal(new Set(cards.map(topOf)).size, 1)
    for (const row of [0, 1]) {
      const tops = cards.map((card) => topOf(card.querySelectorAll('.rate')[row]!))
      assert.equal(new Set(tops).size, 1, `row ${row}`)
    }
    const heights = new Set(cards.map((card) => Math.round(card.getBoundingClientRect().height)))
    assert.equal(heights.size, 1)
  })

  for (const count of [41, 42])
    it(`shows ${count} labels of three plans without an overlap at 768 px`, () => {
      const fees = (name: string) =>
        Array.from({ length: 14 }, (_, index) => ({ label: `${name} ${index}`, value: '1 %' }))
      const [first] = TIERS
      const tiers = ['A', 'B', 'C'].map((name, index) => ({
        ...first!,
        name,
        label: name,
        fees: [first!.fees[0]!, ...fees(name).slice(0, index === 2 ? count - 29 : 14)],
      }))
      const { root } = new StepStage(plan, { page: { tiers }, width: 768 })
      for (const card of root.querySelectorAll('.plan')) {
        const rates = [...card.querySelectorAll('.rate')]
        assert.lengthOf(rates, count)
        const tops = rates.map((rate) => rate.getBoundingClientRect().top)
        for (const [index, rate] of rates.slice(0, -1).entries())
          assert.isAtMost(rate.getBoundingClientRect().bottom, tops[index + 1]! + 0.5, `row ${index}`)
      }
    })

  it('shows three plans below each other at 320 px', () => {
    const { root } = new StepStage(plan, { page: { tiers: [...TIERS, long] }, width: 320 })
    const tops = Array.from(root.querySelectorAll('.plan'), topOf)
    assert.deepEqual(
      tops,
      tops.toSorted((one, other) => one - other),
    )
    assert.equal(new Set(tops).size, 3)
  })
})
