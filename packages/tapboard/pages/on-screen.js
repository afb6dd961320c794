// Pairs the terminal of the page with the service on this machine.
import '/pages/on-screen-terminal.js'

const terminal = document.querySelector('virtual-terminal')
terminal.getPairingCode = async () => {
  const answer = await fetch('/pairing-code', { method: 'POST' })
  return (await answer.json()).code
}
terminal.serial = terminal.dataset.serial
