import { MerchantApply, TerminalPay } from '@tapboard/elements/react'

const token = async () => 'token'
const source = { bffUrl: '/tapboard', getToken: token }

export const mistakes = [
  <TerminalPay bffUrl="/tapboard" />, // wrong
  <TerminalPay getToken={token} />, // wrong
  <TerminalPay {...source} getTokn={token} />, // wrong
  <TerminalPay getToken={token} bffUrl={7} />, // wrong
  <TerminalPay {...source} strings={{ chargee: 'Pay' }} />, // wrong
  <TerminalPay {...source} phase="done" />, // wrong
  <TerminalPay {...source} onSetled={() => {}} />, // wrong
  <TerminalPay {...source} onSettled={({ detail }) => detail.outcom} />, // wrong
  <MerchantApply {...source} tier={7} />, // wrong
  <MerchantApply {...source} strings={{ shel: { begin: 'Go' } }} />, // wrong
  <MerchantApply {...source} strings={{ shell: { begni: 'Go' } }} />, // wrong
  <MerchantApply {...source} strings={{ tax: { fields: { taxId: { label: 'Your EIN' } } } }} />,
  <TerminalPay {...source} onStart={({ detail }) => detail.amountMinor.length} />, // wrong
  <TerminalPay {...source} onStart={({ detail }) => void [detail.amountMinor * 2, detail.currency]} />,
  <MerchantApply {...source} onSubmitted={({ detail }) => detail.taxId} />, // wrong
  <TerminalPay
    bffUrl="/tapboard"
    headless
    setup
    getToken={token}
    className="wide"
    ref={(pay) => void pay?.start()}
  />,
]
