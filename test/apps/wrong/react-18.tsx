import { MerchantApply, TerminalPay } from '@tapboard/elements/react'

const token = async () => 'token'

export const mistakes = [
  <TerminalPay getTokn={token} />, // wrong
  <TerminalPay bffUrl={7} />, // wrong
  <TerminalPay strings={{ chargee: 'Pay' }} />, // wrong
  <TerminalPay phase="done" />, // wrong
  <TerminalPay onSetled={() => {}} />, // wrong
  <TerminalPay onSettled={({ detail }) => detail.outcom} />, // wrong
  <MerchantApply tier={7} />, // wrong
  <MerchantApply onSubmitted={({ detail }) => detail.taxId} />, // wrong
  <TerminalPay headless setup getToken={token} className="wide" ref={(pay) => void pay?.start()} />,
]
