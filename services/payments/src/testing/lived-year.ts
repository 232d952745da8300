import { createBankAccount, recordTransfer, undoTransfer } from '@keyhold/contracts/payments/bank-accounts'
import { closePeriod } from '@keyhold/contracts/payments/books'
import { refundDeposit } from '@keyhold/contracts/payments/deposits'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { listLateFees, postLateFees, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import { createPayment, listPayments } from '@keyhold/contracts/payments/payments'
import { createRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { reportPayment } from '@keyhold/contracts/payments/tenant-payments'
import { reversePayment, verifyPayment } from '@keyhold/contracts/payments/verification'
import { addDays, addMonths } from '@keyhold/kit/lib/dates'
import { toDollars } from '@keyhold/kit/lib/money'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import type { Sql } from 'postgres'
import { operationKinds } from './book-operations.ts'
import { Portfolio } from './portfolio.ts'
import type { PaymentsApp } from './test-app.ts'

export interface LivedYear {
  landlord: LandlordActor
  first: string
  last: string
  /** How often each operation changed something. */
  done: ReadonlyMap<string, number>
}

// What a person might type to do harm, or by accident.
const names = [
  'Tess',
  '"; include "/etc/passwd"',
  '=cmd()',
  '王 小明',
  'O’Neil; date:1999-01-01 | x',
  'back\\slash "q"',
]

type Random = ReturnType<typeof randomOf>

/** Tenancies of all terms, in homes and of people with names to be escaped. */
async function settleIn(portfolio: Portfolio, { pick, int }: Random): Promise<string[]> {
  const { app, landlord } = portfolio
  const homes = [
    await app.addProperty(landlord, { name: 'Elm "1"' }),
    await app.addProperty(landlord, { name: '[2020-01-01] Oak, date:x' }),
  ]
  for (const [index, firstName] of [...names, 'Cy', 'Di'].entries())
    portfolio.add(
      {
        firstName,
        lastName: String(index),
        propertyId: homes[index % homes.length]!,
        monthlyRent: toDollars(int(40_000, 150_000)),
      },
      {
        termKind: 'rollover',
        billing: {
          dueDay: pick([1, 1, 15, 31]),
          proration: pick(['none', 'actual', 'thirty'] as const),
          postingDays: pick([0, 3, 30, null]),
        },
      },
    )
  return homes
}

/**
 * Lives a year of a landlord through the HTTP surface of the service: random money in random order, dated back and ahead. The same `seed` lives the
 * same. The year begins after the app's first day, because schedules run from then on.
 */
export async function liveYear(app: PaymentsApp, owner: Sql, seed: number, first = '2026-04-01'): Promise<LivedYear> {
  const random = randomOf(seed)
  const { pick, int, chance } = random
  const landlord = actors.landlord()
  const portfolio = new Portfolio(app, owner, landlord)
  const done = portfolio.done
  let today = first
  const on = (day: string) => {
    today = day
    app.clock.set(`${day}T17:00:00Z`)
  }
  /** Refusals are part of life, failures are not. */
  const ask = async <E extends Endpoint>(endpoint: E, actor: Actor, input: object) => {
    const answer = await app.send(endpoint, actor, input)
    if (answer.status >= 500)
      throw new Error(`seed ${seed}, ${today}: ${endpoint.path} ${JSON.stringify(input)} ${answer.status}`)
    if (answer.status < 300) done.set(endpoint.path, (done.get(endpoint.path) ?? 0) + 1)
    return answer
  }

  on(first)
  const homes = await settleIn(portfolio, random)
  const { tenantId: alone } = await app.addTenant(landlord, { firstName: 'No', lastName: 'Lease' })
  await ask(saveLateFeePolicy, landlord, { body: { scope: 'account', graceDays: 5, kind: 'flat', amount: 33.33 } })

  const { body: trust } = await ask(createBankAccount, landlord, { body: { name: '"Trust"; date:x', kind: 'trust' } })
  /** Of money: one of the two accounts, or the default. */
  const somewhere = () => (chance(0.4) ? { bankAccountId: pick([landlord.landlordId, trust.id]) } : {})
  const charges = async (tenantId: string) =>
    (await app.send(listPayments, landlord, { query: { tenantId, sort: 'due', limit: 500 } })).body
  const back = () => addDays(today, -int(0, chance(0.2) ? 90 : 12))
  const reason = () => pick(['Wrong unit', 'Bounced; "NSF"', 'line\nbreak', '=1+1'])
  /** What the model of the books does. */
  const live = () =>
    portfolio.live(
      [
        {
          what: pick(operationKinds),
          who: int(0, 1_000),
          which: int(0, 1_000),
          cents: int(1, 150_000),
          day: int(0, 100_000),
        },
      ],
      { today, after: addDays(today, chance(0.2) ? -90 : -12) },
    )
  const acts: ((tenantId: string) => Promise<unknown>)[] = [
    ...Array.from({ length: 12 }, () => live),
    ...Array.from({ length: 2 }, () => (tenantId: string) => {
      const status = pick(['pending', 'pending', 'paid', 'partial'] as const)
      const amount = toDollars(int(1, 90_000))
      return ask(createPayment, landlord, {
        body: {
          tenantId,
          amount,
          isAdditional: true,
          dueDate: addDays(today, int(-40, 60)),
          paymentType: pick(['rent', 'security_deposit', 'security_deposit', 'late_fee', 'maintenance', 'other']),
          paymentMethod: pick(['check', 'cash', 'ach']),
          status,
          ...(status === 'partial' ? { amountPaid: toDollars(Math.max(1, Math.round(amount * 100 * 0.4))) } : {}),
          ...(status === 'pending' ? {} : { paidDate: back(), ...somewhere() }),
          propertyId: pick([...homes, null]),
        },
      })
    }),
    ...Array.from({ length: 4 }, () => async (tenantId: string) => {
      const [open] = [(await charges(tenantId)).filter(({ status }) => status !== 'paid')].map((list) =>
        chance(0.6) ? list[0] : pick(list),
      )
      return (
        open &&
        ask(verifyPayment, landlord, {
          params: { id: open.id },
          body: {
            verificationMethod: 'manual',
            paidDate: back(),
            ...somewhere(),
            ...(chance(0.4) ? { amountPaid: toDollars(int(1, 200_000)) } : {}),
          },
        })
      )
    }),
    async (tenantId) => {
      await ask(reportPayment, actors.tenantOf(landlord, tenantId), { body: { amount: toDollars(int(1, 100_000)) } })
      const reported = (await charges(tenantId)).find((one) => one.reported.length > 0)
      return (
        reported &&
        chance(0.7) &&
        ask(verifyPayment, landlord, { params: { id: reported.id }, body: { verificationMethod: 'manual' } })
      )
    },
    async (tenantId) => {
      const paid = (await charges(tenantId)).filter(({ status }) => status === 'paid' || status === 'partial')
      return (
        paid.length > 0 && ask(reversePayment, landlord, { params: { id: pick(paid).id }, body: { reason: reason() } })
      )
    },
    (tenantId) =>
      ask(refundDeposit, landlord, {
        params: { id: tenantId },
        body: { amount: toDollars(int(1, 40_000)), paidOn: back(), ...somewhere() },
      }),
    async () => {
      const [fromId, toId] = chance(0.5) ? [landlord.landlordId, trust.id] : [trust.id, landlord.landlordId]
      const { status, body } = await ask(recordTransfer, landlord, {
        body: { fromId, toId, amount: toDollars(int(1, 60_000)), on: back() },
      })
      if (status === 201 && chance(0.3))
        await ask(undoTransfer, landlord, { params: { id: body.id }, body: { reason: reason() } })
    },
    async () => {
      const { body: fees } = await app.send(listLateFees, landlord, { query: { status: 'proposed' } })
      if (fees.length === 0) return
      const fee = pick(fees)
      if (chance(0.7)) await ask(postLateFees, landlord, { body: { ids: [fee.id] } })
      else await ask(waiveLateFee, landlord, { params: { id: fee.id }, body: { reason: reason() } })
    },
    (tenantId) =>
      ask(createRecurring, landlord, {
        body: {
          tenantId,
          description: 'Parking',
          amount: toDollars(int(1000, 9000)),
          startsOn: addDays(today, int(-20, 20)),
        },
      }),
  ]
  const last = addDays(addMonths(first, 12), -1)
  while (today < last) {
    const day = addDays(today, int(0, 2))
    on(day > last ? last : day)
    if (chance(0.25)) await app.tick()
    if (chance(0.015)) await ask(closePeriod, landlord, { body: { through: addDays(today, -int(1, 40)) } })
    for (let left = int(0, 4); left > 0; left--) await pick(acts)(pick([...portfolio.accountIds, alone]))
  }
  // What is due by then is posted, so that the schedule adds nothing while the year is judged.
  await app.tick()
  await app.settled()
  return { landlord, first, last, done }
}

/** Numbers that a seed determines (mulberry32). */
function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!
  return { int, pick, chance: (share: number) => next() < share }
}
