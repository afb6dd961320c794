import { tokenFrom } from '/elements/merchant-apply.js'

const query = new URLSearchParams(location.search)
const applicant = query.get('applicant') ?? 'customer-1'

document.querySelector('#apply').getToken = tokenFrom(`/apply-token?${new URLSearchParams({ applicant })}`)

// One applicant has one application: a new one needs another applicant.
document.querySelector('#again').addEventListener('submit', (event) => {
  event.preventDefault()
  const number = Number(/\d+$/.exec(applicant)?.[0] ?? 0) + 1
  location.search = `?applicant=customer-${number}`
})
