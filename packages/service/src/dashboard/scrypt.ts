// Passwords on Node: scrypt with 32 MiB, block size 8 and three passes, as OWASP recommends. The parameters are in
// the hash, so that later hashes may be slower.
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import type { Passwords } from './passwords.ts'

const COST_LOG2 = 15
const BLOCK = 8
const PASSES = 3
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Highest accepted parameters: a forged hash cannot use more than 128 MiB. */
const COST_LOG2_MAX = 17

const FORMAT = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{8,64})\$([\w-]{43})$/

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

const optionsOf = (costLog2: number, r: number, p: number): ScryptOptions => ({
  N: 2 ** costLog2,
  r,
  p,
  maxmem: 256 * 2 ** costLog2 * r,
})

export const scryptPasswords: Passwords = {
  async hash(password) {
    const salt = randomBytes(SALT_BYTES)
    const key = await derive(password, salt, optionsOf(COST_LOG2, BLOCK, PASSES))
    return ['scrypt', COST_LOG2, BLOCK, PASSES, salt.toString('base64url'), key.toString('base64url')].join(
      '$',
    )
  },
  async verify(password, hash) {
    const [, cost, r, p, salt, wanted] = FORMAT.exec(hash) ?? []
    if (salt === undefined || wanted === undefined || Number(cost) > COST_LOG2_MAX) return false
    const options = optionsOf(Number(cost), Number(r), Number(p))
    const key = await derive(password, Buffer.from(salt, 'base64url'), options)
    const bytes = Buffer.from(wanted, 'base64url')
    return bytes.length === key.length && timingSafeEqual(bytes, key)
  },
}
