import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { readyDesk, unmountAllDesks, type DeskStage } from '../testing/mount-desk.ts'
import { deskRow, doubted, ScriptedDesk } from '../testing/scripted-desk.ts'

/** Opens the form to settle the first unresolved row. */
async function settling(setting: Parameters<typeof readyDesk>[0] = {}): Promise<DeskStage> {
  const open = doubted(1, { kind: 'refund', order: 'R-1042', refundOf: 'sale_0', refund: 'refund-1' })
  const stage = await readyDesk({ bff: new ScriptedDesk([deskRow(0), open], [open]), ...setting })
  stage.desk.root.querySelector<HTMLButtonElement>('.open li button')!.click()
  await stage.desk.until(() => stage.desk.root.querySelector('.decide button') !== null)
  return stage
}

describe('<terminal-desk> with refunds', () => {
  useFastClock()
  afterEach(unmountAllDesks)

  it('settles a refund with the words of a refund', async () => {
    const { desk, events } = await settling()
    const said = (): string => desk.root.querySelector('.decide')!.textContent
    assert.include(said(), 'Settle this refund')
    assert.notMatch(said(), /\bpaid\b|\bsale\b/)
    desk.press('Was not refunded')
    await desk.until(() => desk.root.querySelector('.decide form') !== null)
    assert.notMatch(said(), /\bpaid\b|\bsale\b/)
    desk.root.querySelector<HTMLInputElement>('[name=seen]')!.click()
    desk.press('Was not refunded')
    await desk.until(() => desk.text.includes('Order R-1042 is marked as not refunded.'))
    assert.equal(desk.rows[1]?.[3], 'Marked as not refunded')
    assert.deepInclude(events.at(-1)?.detail, { outcome: 'unpaid' })
  })

  it('settles a refund in the language of the page', async () => {
    const { desk } = await settling({ attributes: { lang: 'de' }, properties: { strings: {} } })
    desk.press('Wurde erstattet')
    await desk.until(() => desk.root.querySelector('.decide form') !== null)
    desk.root.querySelector<HTMLInputElement>('[name=reference]')!.value = '10000441300'
    desk.press('Wurde erstattet')
    await desk.until(() => desk.text.includes('Bestellung R-1042 ist als erstattet markiert.'))
  })
})
