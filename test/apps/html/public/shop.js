const pay = document.querySelector('terminal-pay')
const order = new URLSearchParams(location.search).get('order')

pay.getToken = async ({ kind, jkt }) => {
  const answer = await fetch('/api/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, jkt, order }),
  })
  return answer.json()
}

pay.addEventListener('terminal-pay-settled', ({ detail }) => {
  document.querySelector('#result').textContent = `${detail.outcome}: ${detail.sale.reference}`
})
