import { tokenFrom } from '/elements/terminal-pay.js'

const order = new URLSearchParams(location.search).get('order')
const [signIn, form] = document.forms
const message = document.querySelector('#message')

/** Sends the fields of a form to the server; shows its message if it refuses. */
async function send(path, fields) {
  const body = JSON.stringify({ order, ...Object.fromEntries(fields) })
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const read = await answer.json()
  message.textContent = read.message ?? ''
  return answer.ok ? read : null
}

async function enter() {
  form.hidden = (await send('/api/sign-in', new FormData(signIn))) === null
  signIn.hidden = !form.hidden
}

async function refund() {
  const named = await send('/api/refunds', new FormData(form))
  if (named === null) return
  // One element for each refund. Without `refund` it would charge the order.
  const pay = document.createElement('terminal-pay')
  pay.bffUrl = '/tapboard'
  pay.refund = named.sale
  pay.getToken = tokenFrom('/api/refunds/token', { body: { reference: named.reference } })
  pay.addEventListener('terminal-pay-settled', ({ detail }) => {
    message.textContent = `${named.reference}: ${detail.outcome}`
  })
  document.querySelector('#place').replaceChildren(pay)
}

signIn.addEventListener('submit', (event) => {
  event.preventDefault()
  void enter()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void refund()
})
