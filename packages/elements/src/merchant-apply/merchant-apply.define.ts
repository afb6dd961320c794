// Registers <merchant-apply>. No other file does.
import { defineOnce } from '../shared/define.ts'
import { MerchantApply } from './merchant-apply.element.ts'

export { tokenFrom } from '../shared/token-from.ts'

defineOnce('merchant-apply', MerchantApply)
