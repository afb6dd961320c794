// The generator: a process of its own, so that what it costs is not counted with what it measures. Gets one plan over the
// channel from its parent, sends one report back.
import { shop, type ShoppersPlan } from './shoppers.ts'

/** What a generator can be asked to do. */
export type Plan = { readonly kind: 'shop'; readonly plan: ShoppersPlan }

const tell = (report: unknown): Promise<void> =>
  new Promise((resolve) => process.send?.({ report }, undefined, undefined, () => resolve()))

process.once('message', (asked: Plan) => {
  void shop(asked.plan)
    .then(tell)
    .finally(() => process.disconnect())
})
