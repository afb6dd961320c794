// A person's statement about a sale of unknown outcome (rules 20 and 21). The BFF decides who may state it, and
// when.
import * as z from 'zod/mini'
import { REFERENCE } from './reference.ts'

const NO_EVIDENCE = 'must be given when there is no approvalCode: paid needs one of the two'

/**
 * Body of `POST /v1/sales/{id}/resolve`: the outcome according to the terminal, its receipt, or the merchant
 * portal.
 */
export const Attestation = z.discriminatedUnion(
  'outcome',
  [
    /* @__PURE__ */ z
      .strictObject({
        outcome: z.literal('paid'),
        /** The printed reference of the transaction. */
        reference: z.optional(
          /* @__PURE__ */ z
            .string()
            .check(z.regex(REFERENCE, 'must be 1 to 64 letters, digits and . _ : / + = -')),
        ),
        /** The approval code on the printed receipt. */
        approvalCode: z.optional(
          /* @__PURE__ */ z
            .string()
            .check(
              z.regex(
                /^[\x21-\x7e](?:[\x20-\x7e]{0,30}[\x21-\x7e])?$/,
                'must be 1 to 32 printable characters, no blank at either end',
              ),
            ),
        ),
      })
      .check(
        /* @__PURE__ */ z.refine(
          ({ reference, approvalCode }) => reference !== undefined || approvalCode !== undefined,
          { path: ['reference'], message: NO_EVIDENCE },
        ),
      ),
    z.strictObject({ outcome: z.literal('unpaid') }),
  ],
  'must be one of paid, unpaid',
)

export type Attestation = z.infer<typeof Attestation>
