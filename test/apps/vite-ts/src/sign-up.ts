import '@tapboard/elements/merchant-apply/define'
import { getToken } from './token'

const form = document.querySelector('merchant-apply')!

form.bffUrl = import.meta.env.VITE_BFF_URL
form.getToken = getToken
form.prefill = { corporateName: 'Harbor Cycle Repair LLC' }
form.addEventListener('merchant-apply-step', ({ detail }) => {
  document.title = `Step ${detail.number} of ${detail.of}`
})
