import { tokenFrom } from '/elements/terminal-pay.js'

const order = new URLSearchParams(location.search).get('order') ?? 'A-1001'
const pay = document.querySelector('terminal-pay')

// Your server knows the amount of the order.
pay.getToken = tokenFrom('/token', { body: { order } })

pay.addEventListener('terminal-pay-settled', async () => {
  const answer = await fetch(`/orders/${order}`)
  const { paid } = await answer.json()
  document.querySelector('#order').textContent = paid ? `Order ${order} is paid.` : `Order ${order} is open.`
})
