import { tokenFrom } from '/elements/terminal-pay.js'

const order = new URLSearchParams(location.search).get('order') ?? 'A-1001'
const pay = document.querySelector('terminal-pay')
const status = document.querySelector('#order')

// Your server knows the amount of the order.
pay.getToken = tokenFrom('/token', { body: { order } })

/** Your server knows whether the order is paid, and which one is next. */
async function askServer() {
  const answer = await fetch(`/orders/${order}`)
  return answer.json()
}

pay.addEventListener('terminal-pay-settled', async () => {
  const { paid } = await askServer()
  status.textContent = paid ? `Order ${order} is paid.` : `Order ${order} is open.`
})

// "New sale" after a payment, "Close" after an attempt without one: the next order.
for (const name of ['terminal-pay-done', 'terminal-pay-close'])
  pay.addEventListener(name, async () => {
    const { next } = await askServer()
    if (next === null) status.textContent = 'This was the last order.'
    else location.search = `?order=${next}`
  })
