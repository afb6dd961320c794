import '@tapboard/elements/terminal-desk/define'
import { tokenFrom } from '@tapboard/elements/token'

const desk = document.querySelector('terminal-desk')!
const result = document.querySelector('#result')!

desk.bffUrl = import.meta.env.VITE_BFF_URL
// The server knows the signed-in person.
desk.getToken = tokenFrom('/api/token')
desk.addEventListener('terminal-desk-refunded', ({ detail }) => {
  result.textContent = `refunded: ${detail.refund.reference}`
})
