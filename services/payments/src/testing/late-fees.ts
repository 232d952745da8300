import {
  type LateFeePolicy,
  type LateFeePolicyForm,
  saveLateFeePolicy,
} from '@keyhold/contracts/payments/late-fee-policies'
import { listLateFees } from '@keyhold/contracts/payments/late-fees'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { type PaymentsApp } from './test-app.ts'

/** The steps that tests of late fees take again and again. The clock of the scene only goes forward. */
export function lateFeeSteps(app: PaymentsApp) {
  async function setPolicy(
    landlord: LandlordActor,
    form: Partial<z.input<typeof LateFeePolicyForm>> = {},
  ): Promise<LateFeePolicy> {
    const body = { scope: 'account', graceDays: 3, kind: 'flat', amount: 50, ...form } as z.input<
      typeof LateFeePolicyForm
    >
    const answer = await app.send(saveLateFeePolicy, landlord, { body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.problem))
    return answer.body
  }

  const feesOf = async (landlord: LandlordActor, query: Record<string, unknown> = {}) =>
    (await app.send(listLateFees, landlord, { query })).body

  /** Lets the clock come to an instant, and what is due then happen. */
  async function at(instant: string): Promise<void> {
    app.clock.set(instant)
    await app.tick()
  }

  return { setPolicy, feesOf, at }
}
