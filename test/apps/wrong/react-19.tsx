import type {} from '@tapboard/elements/jsx'

const token = async () => 'token'

export const mistakes = [
  <terminal-pay getTokn={token} />, // wrong
  <terminal-pay bffUrl={7} />, // wrong
  <terminal-pay getToken={async ({ knd }) => knd} />, // wrong
  <terminal-pay strings={{ chargee: 'Pay' }} />, // wrong
  <terminal-pay phase="done" />, // wrong
  <terminal-pay onterminal-pay-settled={({ detail }) => detail.outcom} />, // wrong
  <merchant-apply tier={7} />, // wrong
  <merchant-apply onmerchant-apply-submitted={({ detail }) => detail.taxId} />, // wrong
  <terminal-payment />, // wrong
  <terminal-pay headless setup getToken={token} className="wide" ref={(pay) => void pay?.start()} />,
]
