import '@tapboard/elements/terminal-pay/define'
import { getToken } from './token'

const pay = document.querySelector('terminal-pay')!
const result = document.querySelector('#result')!

pay.bffUrl = import.meta.env.VITE_BFF_URL
pay.getToken = getToken
pay.addEventListener('terminal-pay-settled', ({ detail }) => {
  result.textContent = `${detail.outcome}: ${detail.sale.reference}`
})
