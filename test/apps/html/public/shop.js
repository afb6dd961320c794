import { tokenFrom } from '/elements/terminal-pay.js'

const pay = document.querySelector('terminal-pay')
const order = new URLSearchParams(location.search).get('order')

pay.getToken = tokenFrom('/api/token', { body: { order } })

pay.addEventListener('terminal-pay-settled', ({ detail }) => {
  document.querySelector('#result').textContent = `${detail.outcome}: ${detail.sale.reference}`
})
