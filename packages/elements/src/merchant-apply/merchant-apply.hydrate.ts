// Registers <merchant-apply> in a page that a server has drawn it into (@lit-labs/ssr): import this in place of `define`.
import { defineOnce } from '../shared/define.ts'
import { hydratable } from '../shared/hydratable.ts'
import { MerchantApply } from './merchant-apply.element.ts'

hydratable(MerchantApply)
defineOnce('merchant-apply', MerchantApply)
