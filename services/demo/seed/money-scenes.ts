import { recordTransfer } from '@keyhold/contracts/payments/bank-accounts'
import { giveCredit } from '@keyhold/contracts/payments/credits'
import { applyDeposit, refundDeposit } from '@keyhold/contracts/payments/deposits'
import { saveLateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { listLateFees, postLateFees, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import { sendStatement } from '@keyhold/contracts/payments/ledgers'
import { createPayment } from '@keyhold/contracts/payments/payments'
import { reportPayment } from '@keyhold/contracts/payments/tenant-payments'
import { reversePayment, verifyPayment } from '@keyhold/contracts/payments/verification'
import { moveOut } from '@keyhold/contracts/tenancy/tenancies'
import { addDays } from '@keyhold/kit/lib/dates'
import { damage, lateFeePolicy, tenancies } from '../story/tenancies.ts'
import { createRentList } from './rent-scenes.ts'
import { actingTenant, hours, known, type Scene, sceneOn, type Story } from './scenes.ts'

const hourMs = 3_600_000
/** The first month with late fees. */
const feesFrom = -5

/** What happens to money besides the rents that arrive. */
export const moneyScenes = (story: Story): Scene[] => [
  ...scheduleScenes(story),
  ...feeScenes(story),
  ...returnedCheckScenes(story),
  ...moveOutScenes(story),
  sceneOn(story.calendar.daysAgo(155), hours.decisions, () => creditAhmed(story)),
  {
    at: new Date(story.now.getTime() - 3 * hourMs),
    run: () =>
      story.call(reportPayment, actingTenant(story, 'jordan'), {
        body: { amount: tenancies.jordan.rent, paymentMethod: 'bank_transfer', confirmationNumber: 'BT-20418' },
      }),
  },
]

/** Rents after the twelfth are posted five days before they are due; late fees are proposed on the day after grace. */
function scheduleScenes({ calendar: { day, yesterday }, runPaymentSchedules: run }: Story): Scene[] {
  const posting = [-5, -4, -3, -2, -1, 0, 1].map((month) => sceneOn(day(month, -4), hours.posting, run))
  const late = feeMonths.map((month) => sceneOn(lateDay(day(month, 1)), hours.schedules, run))
  const end = new Date(`${yesterday}T23:59:59Z`)
  return [...posting, ...late].filter(({ at }) => at <= end).map((scene) => ({ ...scene, isSelfContained: true }))
}

const feeMonths = [-5, -4, -3, -2, -1, 0]
const lateDay = (dueDate: string) => addDays(dueDate, lateFeePolicy.graceDays + 1)

function feeScenes(story: Story): Scene[] {
  const { call, maya, calendar } = story
  const { day } = calendar
  return [
    sceneOn(day(feesFrom - 1, 28), hours.contracts, () =>
      call(saveLateFeePolicy, maya, { body: { ...lateFeePolicy, appliesFrom: day(feesFrom, 1) } }),
    ),
    // Her agreement: two halves, without a fee for the second.
    sceneOn(day(feesFrom - 1, 28), hours.contracts + 1, () =>
      call(saveLateFeePolicy, maya, {
        body: {
          ...lateFeePolicy,
          scope: 'tenancy',
          tenancyId: known(story.tenancies, 'grace'),
          isEnabled: false,
          appliesFrom: day(feesFrom, 1),
        },
      }),
    ),
    // Those of this month and the last wait for a decision.
    ...feeMonths
      .filter((month) => month < -1)
      .map((month) => sceneOn(lateDay(day(month, 1)), hours.decisions, () => decide(story, month))),
    sceneOn(day(-1, 20), hours.decisions, () =>
      call(sendStatement, maya, { params: { id: known(story.tenants, 'noor') } }),
    ),
  ]
}

async function decide({ call, maya, tenants }: Story, month: number): Promise<void> {
  const tenantId = known(tenants, 'noor')
  const fees = await call(listLateFees, maya, { query: { status: 'proposed', tenantId } })
  const reason = 'She told me in advance that her pay comes late this month.'
  if (month === feesFrom)
    for (const { id } of fees) await call(waiveLateFee, maya, { params: { id }, body: { reason } })
  else if (fees.length > 0) await call(postLateFees, maya, { body: { ids: fees.map(({ id }) => id) } })
}

/** Last month's check came back; he paid again with a money order. The fee for the returned check waits for a decision. */
function returnedCheckScenes(story: Story): Scene[] {
  const { call, maya, calendar } = story
  const { day } = calendar
  const rentOf = createRentList(story, 'marcus')
  const params = async () => ({ id: await rentOf(day(-1, 1)) })
  const pay = async (paymentMethod: 'check' | 'money_order', confirmationNumber: string) =>
    call(verifyPayment, maya, {
      params: await params(),
      body: { verificationMethod: 'detailed', paymentMethod, confirmationNumber, amountPaid: tenancies.marcus.rent },
    })
  return [
    sceneOn(day(-1, 3), hours.decisions, () => pay('check', '1187')),
    sceneOn(day(-1, 10), hours.decisions, async () =>
      call(reversePayment, maya, {
        params: await params(),
        body: { reason: 'The bank returned the check: insufficient funds.', isReturned: true },
      }),
    ),
    sceneOn(day(-1, 14), hours.decisions, () => pay('money_order', 'MO-552014')),
    sceneOn(day(-1, 15), hours.decisions, async () => {
      const tenantId = known(story.tenants, 'marcus')
      const fees = await call(listLateFees, maya, { query: { status: 'proposed', tenantId } })
      for (const { id, kind } of fees)
        if (kind === 'late')
          await call(waiveLateFee, maya, {
            params: { id },
            body: { reason: 'The fee for the returned check is enough.' },
          })
    }),
  ]
}

/** Part of the deposit pays for the damage, the rest is refunded. */
function moveOutScenes(story: Story): Scene[] {
  const { call, maya, calendar } = story
  const { day } = calendar
  const dana = () => known(story.tenants, 'dana')
  const repaired = day(-1, 8)
  return [
    sceneOn(day(-1, 1), hours.contracts, () =>
      call(moveOut, maya, {
        params: { id: known(story.tenancies, 'dana') },
        body: { movedOutOn: addDays(day(-1, 1), -1), reason: 'Moved to another city' },
      }),
    ),
    sceneOn(repaired, hours.decisions, async () => {
      const { amount, what } = damage
      const { id: paymentId } = await call(createPayment, maya, {
        body: { tenantId: dana(), amount, paymentType: 'maintenance', dueDate: repaired, notes: what },
      })
      const params = { id: dana() }
      await call(applyDeposit, maya, { params, body: { amount, paymentId, reason: what } })
      const operating = maya.landlordId
      await call(recordTransfer, maya, {
        body: { fromId: story.trustAccount, toId: operating, amount, notes: 'Kept of the deposit for 104' },
      })
    }),
    sceneOn(day(-1, 9), hours.decisions, () =>
      call(refundDeposit, maya, {
        params: { id: dana() },
        body: { amount: tenancies.dana.rent - damage.amount, bankAccountId: story.trustAccount, notes: 'Check 2041' },
      }),
    ),
  ]
}

const creditAhmed = ({ call, maya, tenants }: Story) =>
  call(giveCredit, maya, {
    params: { id: known(tenants, 'ahmed') },
    body: { amount: 100, reason: 'Three days without hot water' },
  })
