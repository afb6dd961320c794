// An amount in a body: minor units and currency.
import * as z from 'zod/mini'
import { CURRENCIES, type Currency } from './currency.ts'

/** A supported ISO 4217 code. */
export const CurrencyCode = z.enum(CURRENCIES as [Currency, ...Currency[]])

/** An integer amount in minor units. */
export const AmountMinor = /* @__PURE__ */ z.int().check(z.minimum(1), z.maximum(99_999_999))
