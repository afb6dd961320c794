import { tokenFrom } from '/elements/merchant-apply.js'

const form = document.querySelector('merchant-apply')
const applicant = new URLSearchParams(location.search).get('applicant')

form.getToken = tokenFrom('/api/token', { body: { applicant } })

form.addEventListener('merchant-apply-submitted', ({ detail }) => {
  document.querySelector('#result').textContent = `${detail.state}: ${detail.appId}`
})
