import { listPayments } from '@keyhold/contracts/payments/payments'
import { verifyPayment } from '@keyhold/contracts/payments/verification'
import { laterOf } from '@keyhold/kit/lib/dates'
import { dayOf, startOf } from '../story/terms.ts'
import { type DemoTenancy, tenancies, type TenancyKey } from '../story/tenancies.ts'
import { hours, known, type Scene, sceneOn, type Story } from './scenes.ts'

/** Rents are paid as each tenant is used to, up to yesterday. */
export const rentScenes = (story: Story): Scene[] =>
  (Object.keys(tenancies) as TenancyKey[]).flatMap((key) => payments(story, key))

function payments(story: Story, key: TenancyKey): Scene[] {
  const { calendar } = story
  const tenancy: DemoTenancy = tenancies[key]
  const { startMonth, lastMonth, skips = [], habit } = tenancy
  const start = startOf(tenancy, calendar)
  const charges = createRentList(story, key)
  const last = lastMonth ?? (habit.days.some((day) => day < 1) ? 1 : 0)
  const scenes: Scene[] = []
  for (let month = startMonth; month <= last; month++) {
    if (skips.includes(month)) continue
    const dueDate = month === startMonth ? start : dayOf(tenancy, month, 1, calendar)
    for (const day of habit.days) {
      const on = laterOf(dayOf(tenancy, month, day, calendar), start)
      if (on <= calendar.yesterday)
        scenes.push({ ...sceneOn(on, hours.money + 1, () => pay(dueDate)), isSelfContained: true })
    }
  }
  return scenes

  async function pay(dueDate: string): Promise<void> {
    const part = habit.days.length > 1 ? { amountPaid: tenancy.rent / habit.days.length } : {}
    await story.call(verifyPayment, story.maya, {
      params: { id: await charges(dueDate) },
      body: { verificationMethod: 'manual', paymentMethod: habit.method, ...part },
    })
    if (key === 'noor') await payFees(story, key)
  }
}

/** Finds the rent that is due on a day. Rents are posted as the story goes on, so the list is read again where one is missing. */
export function createRentList({ call, maya, tenants }: Story, key: TenancyKey): (dueDate: string) => Promise<string> {
  let rents = new Map<string, string>()
  return async (dueDate) => {
    if (!rents.has(dueDate)) {
      const tenantId = known(tenants, tenancies[key].tenants[0])
      const list = await call(listPayments, maya, { query: { tenantId, paymentType: 'rent', limit: 100 } })
      rents = new Map(list.map((rent) => [rent.dueDate, rent.id]))
    }
    return rents.get(dueDate) ?? missing(key, dueDate)
  }
}

function missing(key: TenancyKey, dueDate: string): never {
  throw new Error(`The demo has no rent of ${key} that is due on ${dueDate}`)
}

/** The late fees that were charged are paid with the rent. */
async function payFees({ call, maya, tenants }: Story, key: TenancyKey): Promise<void> {
  const tenantId = known(tenants, tenancies[key].tenants[0])
  const fees = await call(listPayments, maya, { query: { tenantId, paymentType: 'late_fee', limit: 100 } })
  for (const { id, balance } of fees)
    if (balance > 0)
      await call(verifyPayment, maya, {
        params: { id },
        body: { verificationMethod: 'manual', paymentMethod: 'check' },
      })
}
