// The page of `strict-apply.html`: completes an application from the first step and reports violations of the policy to the
// parent page.
import { agreed } from './filled-stage.ts'
import { mountApply } from './mount-apply.ts'

const refused: string[] = []
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  refused.push(`${violatedDirective} ${blockedURI}`)
})

const first = mountApply()
await first.form.step('start')
first.form.press('Start')
await first.form.step('plan')
first.form.press('Continue')
await first.form.until(() => first.form.problems.length > 0)
const padding = getComputedStyle(first.form.root.querySelector('section')!).paddingTop
first.element.remove()

const { form } = await agreed()
form.press('Agree and submit')
await form.step('done')
await form.phase('submitted')
parent.postMessage({ title: form.title, padding, refused })
