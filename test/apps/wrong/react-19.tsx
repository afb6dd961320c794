import type {} from '@tapboard/elements/jsx'

const token = async () => 'token'
const source = { bffUrl: '/tapboard', getToken: token }

export const mistakes = [
  <terminal-pay bffUrl="/tapboard" />, // wrong
  <terminal-pay getToken={token} />, // wrong
  <terminal-pay {...source} getTokn={token} />, // wrong
  <terminal-pay getToken={token} bffUrl={7} />, // wrong
  <terminal-pay bffUrl="/tapboard" getToken={async ({ knd }) => knd} />, // wrong
  <terminal-pay {...source} strings={{ chargee: 'Pay' }} />, // wrong
  <terminal-pay {...source} phase="done" />, // wrong
  <terminal-pay {...source} onterminal-pay-settled={({ detail }) => detail.outcom} />, // wrong
  <merchant-apply {...source} tier={7} />, // wrong
  <merchant-apply {...source} strings={{ shel: { begin: 'Go' } }} />, // wrong
  <merchant-apply {...source} strings={{ shell: { begni: 'Go' } }} />, // wrong
  <merchant-apply {...source} strings={{ tax: { fields: { taxId: { label: 'Your EIN' } } } }} />,
  <terminal-pay {...source} onterminal-pay-start={({ detail }) => detail.amountMinor.length} />, // wrong
  <terminal-pay
    {...source}
    onterminal-pay-start={({ detail }) => void [detail.amountMinor * 2, detail.currency]}
  />,
  <merchant-apply {...source} onmerchant-apply-submitted={({ detail }) => detail.taxId} />, // wrong
  <terminal-payment />, // wrong
  <terminal-pay bff-url="/tapboard" getToken={token} />,
  <terminal-pay
    bffUrl="/tapboard"
    headless
    setup
    getToken={token}
    className="wide"
    ref={(pay) => void pay?.start()}
  />,
]
