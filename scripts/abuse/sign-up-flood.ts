import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@keyhold/contracts/identity/accounts'
import { startProduct } from '../../services/testing/product.ts'
import type { Finding } from '../abuse.ts'
import { type Percentiles, percentiles, timed } from '../lib/percentiles.ts'
import { type FloodResult, startSignUpFlood } from '../lib/sign-up-flood.ts'

const connections = 40
const signIns = 30
const rounds = 3
/** The flood's thread starts first. */
const settleMs = 2_000
/** A machine on which signing in takes long by itself is not the attack's doing. */
const ratio = 3
const limitMs = 100

/** Sign-ups without a pause on forty connections, from one network and from forty, while somebody else signs in. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct({
    env: { TRUST_PROXY: '127.0.0.0/8, ::1', RATE_LIMIT_PER_SECOND: '100', RATE_LIMIT_BURST: '500' },
  })
  try {
    const { email, password } = await product.landlord('Ann')
    const signInTimes = async () => {
      const times: number[] = []
      for (let i = 0; i < signIns; i++)
        times.push(
          await timed(async () => {
            const headers = { 'x-forwarded-for': '198.51.100.1' }
            const body = { email, password, userType: 'landlord' as const }
            const { status } = await product.visitor().api(login, { body, headers })
            if (status !== 200) throw new Error(`signing in answered ${status}`)
          }),
        )
      return times
    }
    await signInTimes()
    const findings: Finding[] = []
    for (const networks of [1, connections]) {
      const [calm, beset]: [number[], number[]] = [[], []]
      const total: FloodResult = { made: 0, refused: 0, seconds: 0 }
      // In turns, so that a slow moment of the machine hurts both alike.
      for (let round = 0; round < rounds; round++) {
        calm.push(...(await signInTimes()))
        const flood = startSignUpFlood({
          url: product.url,
          connections,
          networks: Array.from({ length: networks }, (_, i) => `203.0.113.${i + 1}`),
          name: `${networks}x${round}`,
        })
        await sleep(settleMs)
        beset.push(...(await signInTimes()))
        const { made, refused, seconds } = await flood.stop()
        total.made += made
        total.refused += refused
        total.seconds += seconds
      }
      const [reference, during] = [percentiles(calm), percentiles(beset)]
      findings.push({
        promise: `signing in stays quick while ${connections} connections from ${networks === 1 ? 'one network' : `${networks} networks`} sign up`,
        isHeld: during.p95 < Math.max(limitMs, ratio * reference.p95),
        figures: `p95 ${textOf95(during)}, without the flood ${textOf95(reference)}; ${heldBack(total)}`,
      })
    }
    return findings
  } finally {
    await product.stop()
  }
}

const heldBack = ({ made, refused, seconds }: FloodResult) =>
  `a second ${(made / seconds).toFixed(0)} accounts made and ${(refused / seconds).toFixed(0)} sign-ups refused`

const textOf95 = ({ p50, p95 }: Percentiles) => `${p95.toFixed(0)} ms (median ${p50.toFixed(0)} ms)`
