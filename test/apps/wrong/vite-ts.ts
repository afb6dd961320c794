import type { GetToken } from '@tapboard/elements'

const pay = document.createElement('terminal-pay')
const form = document.createElement('merchant-apply')
const getToken: GetToken = async ({ kind }) => kind

pay.getTokn = getToken // wrong
pay.bffUrl = new URL('https://pay.shop.example') // wrong
pay.strings = { chargee: 'Pay' } // wrong
pay.phase = 'done' // wrong
form.tier = 7 // wrong
form.prefill = { corporateNam: 'Harbor' } // wrong
pay.getToken = async ({ knd }) => knd // wrong
pay.addEventListener('terminal-pay-settled', ({ detail }) => detail.outcom) // wrong
pay.addEventListener('terminal-pay-setled', ({ detail }) => detail) // wrong
pay.addEventListener('terminal-pay-settled', ({ detail }) => detail.outcome === 'aproved') // wrong
form.addEventListener('merchant-apply-submitted', ({ detail }) => detail.taxId) // wrong
