import { tokenFrom } from '/elements/terminal-pay.js'
import '/pages/on-screen.js'

const query = new URLSearchParams(location.search)
const order = query.get('order') ?? 'A-1001'
const amount = query.get('amount') ?? '42.00'

document.querySelector('#order').textContent = order
document.querySelector('#pay').getToken = tokenFrom(`/token?${new URLSearchParams({ order, amount })}`)

/** Opens the next order: A-1001, A-1002, … */
function open(nextAmount) {
  const last = Number(localStorage.getItem('tapboard-order') ?? '1001')
  const number = Math.max(last, Number(/\d+$/.exec(order)?.[0] ?? 0)) + 1
  localStorage.setItem('tapboard-order', String(number))
  location.search = `?${new URLSearchParams({ order: `A-${number}`, amount: nextAmount })}`
}

document.querySelector('#pay').addEventListener('terminal-pay-done', () => open(amount))
document.querySelector('#amounts').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button !== null) open(button.dataset.amount)
})
document.querySelector('#next').addEventListener('submit', (event) => {
  event.preventDefault()
  open(new FormData(event.target).get('amount'))
})
