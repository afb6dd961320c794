// Registers <merchant-apply> in a page with a server-rendered element (@lit-labs/ssr): import this instead of `define`.
import { defineOnce } from '../shared/define.ts'
import { hydratable } from '../shared/hydratable.ts'
import { MerchantApply } from './merchant-apply.element.ts'

hydratable(MerchantApply)
defineOnce('merchant-apply', MerchantApply)
