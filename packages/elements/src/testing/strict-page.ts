// The page of `strict-page.html`: completes a sale and reports violations of the policy to the parent page.
import { mount } from './mount.ts'
import { APPROVED } from './scripted-bff.ts'

const refused: string[] = []
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  refused.push(`${violatedDirective} ${blockedURI}`)
})

const { bff, pay } = mount()
await pay.phase('choosing')
await pay.choose('Front counter')
await pay.until(() => pay.can('Charge'))
pay.press('Charge')
await pay.until(() => bff.streams === 1)
bff.move({ state: 'started', phase: 'present_card' })
await pay.phase('waiting')
bff.move(APPROVED)
await pay.phase('approved')
parent.postMessage({
  title: pay.title,
  padding: getComputedStyle(pay.root.querySelector('section')!).paddingTop,
  refused,
})
