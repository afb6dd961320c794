// The generator: a process of its own, so its cost is not part of the figures. It gets one plan over the channel from its parent,
// reports when every watcher is connected, and sends one report back.
import { crowd, type CrowdPlan } from './crowd.ts'
import { noise, type NoisePlan } from './noise.ts'
import { shop, type ShoppersPlan } from './shoppers.ts'

/** A plan for the generator. */
export type Plan =
  | { readonly kind: 'shop'; readonly plan: ShoppersPlan }
  | { readonly kind: 'crowd'; readonly plan: CrowdPlan }
  | { readonly kind: 'noise'; readonly plan: NoisePlan }

const sendToParent = (message: object): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()))

function perform(asked: Plan): Promise<unknown> {
  switch (asked.kind) {
    case 'shop':
      return shop(asked.plan)
    case 'crowd':
      return crowd(asked.plan, (opened) => void sendToParent({ gathered: opened }))
    case 'noise':
      return noise(asked.plan)
  }
}

process.once('message', (asked: Plan) => {
  void perform(asked)
    .then((report) => sendToParent({ report }))
    .finally(() => process.disconnect())
})
