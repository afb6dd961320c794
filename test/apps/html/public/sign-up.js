const form = document.querySelector('merchant-apply')
const applicant = new URLSearchParams(location.search).get('applicant')

form.getToken = async ({ kind, jkt }) => {
  const answer = await fetch('/api/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, jkt, applicant }),
  })
  return answer.json()
}

form.addEventListener('merchant-apply-submitted', ({ detail }) => {
  document.querySelector('#result').textContent = `${detail.state}: ${detail.appId}`
})
