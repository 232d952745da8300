import {
  type LateFeePolicy,
  type LateFeePolicyForm,
  saveLateFeePolicy,
} from '@keyhold/contracts/payments/late-fee-policies'
import { listLateFees } from '@keyhold/contracts/payments/late-fees'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { type PaymentsApp } from './test-app.ts'

/** Steps shared by tests of late fees. The test app's clock only moves forward. */
export function lateFeeSteps(app: PaymentsApp) {
  async function setPolicy(
    landlord: LandlordActor,
    form: Partial<z.input<typeof LateFeePolicyForm>> = {},
  ): Promise<LateFeePolicy> {
    const body: z.input<typeof LateFeePolicyForm> = {
      scope: 'account',
      graceDays: 3,
      kind: 'flat',
      amount: 50,
      includesOverdue: true,
      ...form,
    }
    const answer = await app.send(saveLateFeePolicy, landlord, { body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.problem))
    return answer.body
  }

  const feesOf = async (landlord: LandlordActor, query: Record<string, unknown> = {}) =>
    (await app.send(listLateFees, landlord, { query })).body

  /** Sets the clock and runs the schedules that are due. */
  async function at(instant: string): Promise<void> {
    app.clock.set(instant)
    await app.tick()
  }

  return { setPolicy, feesOf, at }
}
