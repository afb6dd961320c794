// News moves rows while a person aims at one. The age of the rows is set by their animation, so that no test depends on how fast the
// machine is.
import { assert } from '@open-wc/testing'
import { sendMouse } from '@web/test-runner-commands'
import { readyDesk, unmountAllDesks, type DeskStage } from '../testing/mount-desk.ts'
import { DESK_NOW_MS, deskRow, doubted, ScriptedDesk } from '../testing/scripted-desk.ts'

const ROWS = Array.from({ length: 8 }, (_, n) => deskRow(n))
const ARRIVED = deskRow(50, { order: 'NEW-1', createdAtMs: DESK_NOW_MS })

/** The centre of a control, in the viewport. */
function centreOf(control: Element): [number, number] {
  const { left, top, width, height } = control.getBoundingClientRect()
  return [Math.round(left + width / 2), Math.round(top + height / 2)]
}

const isOpened = ({ desk }: DeskStage): boolean => desk.root.querySelector('.details') !== null

/** The animation of the rows, which lasts as long as they take no press. */
function ageOf(rows: Element): Animation {
  const [age] = rows.getAnimations()
  assert.isDefined(age, 'the rows have an age')
  return age!
}

/** Ends the time in which rows take no press. */
const makeOld = ({ desk }: DeskStage): void =>
  desk.root.querySelectorAll('.rows').forEach((rows) => rows.getAnimations().forEach((age) => age.finish()))

/** Resolves when the list begins with the order that has arrived. */
const arrived = ({ desk }: DeskStage): Promise<void> => desk.until(() => desk.orders[0] === 'NEW-1')

describe('D-211 a press on rows that news has moved', () => {
  afterEach(unmountAllDesks)

  it('opens no other row when the rows move between press and release', async () => {
    const stage = await readyDesk()
    const { bff, desk } = stage
    makeOld(stage)
    const pressed = desk.button('Details of order R-1043')
    pressed.scrollIntoView({ block: 'center' })
    await sendMouse({ type: 'move', position: centreOf(pressed) })
    await sendMouse({ type: 'down' })
    bff.news([ARRIVED, ...ROWS])
    await arrived(stage)
    await sendMouse({ type: 'up' })
    await stage.element.updateComplete
    assert.isFalse(isOpened(stage))
  })

  it('does nothing until 400 ms later', async () => {
    const stage = await readyDesk()
    const { bff, desk } = stage
    makeOld(stage)
    bff.news([ARRIVED, ...ROWS])
    await arrived(stage)
    const age = ageOf(desk.root.querySelector('tbody')!)
    age.pause()
    age.currentTime = 399
    const button = desk.button('Details of order R-1043')
    button.scrollIntoView({ block: 'center' })
    await sendMouse({ type: 'click', position: centreOf(button) })
    await stage.element.updateComplete
    assert.isFalse(isOpened(stage))
    age.finish()
    await sendMouse({ type: 'click', position: centreOf(button) })
    await desk.until(() => isOpened(stage))
    assert.equal(button.getAttribute('aria-expanded'), 'true')
  })

  it('counts when the row changes in its place', async () => {
    const running = deskRow(9, { state: 'started', version: 2, createdAtMs: DESK_NOW_MS })
    const stage = await readyDesk({ bff: new ScriptedDesk([running, ...ROWS], [running]) })
    const { bff, desk } = stage
    makeOld(stage)
    const button = desk.button(`Details of order ${running.order}`)
    bff.news([{ ...running, state: 'approved', version: 5 }, ...ROWS], [])
    await desk.until(() => desk.rows[0]?.[3] === 'Approved')
    assert.deepEqual(desk.root.querySelector('tbody')!.getAnimations(), [])
    await sendMouse({ type: 'click', position: centreOf(button) })
    await desk.until(() => isOpened(stage))
  })

  it('opens the form of no other unresolved sale', async () => {
    const [first, second] = [doubted(1), doubted(2)]
    const stage = await readyDesk({ bff: new ScriptedDesk([first, second], [first, second]) })
    const { bff, desk } = stage
    makeOld(stage)
    const pressed = desk.button('Settle order R-91')
    pressed.scrollIntoView({ block: 'center' })
    await sendMouse({ type: 'move', position: centreOf(pressed) })
    await sendMouse({ type: 'down' })
    bff.news([first, second], [second])
    await desk.until(() => desk.open.length === 1)
    await sendMouse({ type: 'up' })
    await stage.element.updateComplete
    assert.isNull(desk.root.querySelector('#settling'))
  })

  it('finds the row by its own button: each order keeps its nodes', async () => {
    const stage = await readyDesk()
    const { bff, desk } = stage
    const button = desk.button('Details of order R-1043')
    bff.news([ARRIVED, ...ROWS])
    await arrived(stage)
    assert.equal(desk.button('Details of order R-1043'), button)
  })

  it('leaves the focus in the details of a row', async () => {
    const stage = await readyDesk()
    const { bff, desk } = stage
    desk.press('Details of order R-1042')
    await desk.until(() => desk.buttons.includes('Refund'))
    const refund = desk.button('Refund')
    refund.focus()
    bff.news([ARRIVED, ...ROWS])
    await arrived(stage)
    assert.equal(desk.root.activeElement, refund)
  })

  it('moves no opened refund', async () => {
    const sale = deskRow(0)
    const stage = await readyDesk({ bff: new ScriptedDesk([sale]) })
    const { bff, desk } = stage
    desk.press('Details of order R-1042')
    await desk.until(() => desk.buttons.includes('Refund'))
    desk.press('Refund')
    await desk.until(() => desk.root.querySelector('.refund form') !== null)
    const place = (): number => desk.root.querySelector('.refund')!.getBoundingClientRect().top
    const before = place()
    const open = [doubted(1), doubted(2)]
    bff.news([...open, sale], open)
    await desk.until(() => desk.open.length === 2)
    assert.equal(place(), before)
  })
})
