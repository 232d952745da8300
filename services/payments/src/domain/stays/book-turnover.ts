import { taskTypeNames } from '@keyhold/contracts/properties/stays/task-values'
import type { TurnoverTask } from '@keyhold/contracts/properties/stays/tasks'
import type { Tx } from '@keyhold/kit/database/database'
import { laterOf } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import { type Draft, type Line, recordEntries } from '../journal/record.ts'

/** A cost of a task that belongs to a day and a home. */
interface Cost {
  propertyId: string
  unitId: string
  on: string
  cents: number
}

/**
 * Brings the journal in line with the cost of a turnover task: an expense of the day on which it was finished. Only what differs from what is booked is
 * added, on the day of the change. An older revision changes nothing.
 */
export async function bookTurnover(tx: Tx, task: TurnoverTask, { now }: { now: string }): Promise<void> {
  const { landlordId, taskId, changedOn = '' } = task
  const cost = costOf(task)
  const isNewer = await claimRevision(tx, task)
  if (!isNewer) return
  const { isFirst, booked } = await readBooked(tx, task)
  const drafts = differencesOf(cost ? [cost] : [], booked).map(({ cents, on, ...home }): Draft => {
    const line = (account: Line['account'], amount: number): Line => ({ account, cents: amount, dueOn: on, ...home })
    return {
      kind: 'turnover_cost',
      tenantId: landlordId,
      on: isFirst ? on : laterOf(on, changedOn),
      belongsOn: on,
      movementId: taskId,
      lines: [line('turnover_costs', cents), line('accounts_payable', -cents)],
    }
  })
  await recordEntries(tx, drafts, { landlordId, by: null, now, reason: taskTypeNames[task.taskType] })
}

const costOf = ({ status, cost, completedOn, propertyId, unitId }: TurnoverTask): Cost | null =>
  status === 'completed' && completedOn !== null && cost !== null && cost > 0
    ? { propertyId, unitId, on: completedOn, cents: toCents(cost) }
    : null

function differencesOf(wanted: readonly Cost[], booked: readonly Cost[]): Cost[] {
  const all = [...wanted, ...booked.map((one) => ({ ...one, cents: -one.cents }))]
  const groups = Map.groupBy(all, ({ propertyId, unitId, on }) => `${propertyId} ${unitId} ${on}`)
  return [...groups.values()].flatMap((list) => {
    const [first] = list
    const cents = list.reduce((sum, one) => sum + one.cents, 0)
    return first && cents !== 0 ? [{ ...first, cents }] : []
  })
}

/** Holds the task until the transaction ends. */
async function claimRevision(tx: Tx, { landlordId, taskId, revision }: TurnoverTask): Promise<boolean> {
  const rows = await tx.execute(sql`
    insert into booked_turnover (landlord_id, task_id, revision) values (${landlordId}, ${taskId}, ${revision})
    on conflict (landlord_id, task_id) do update set revision = excluded.revision where booked_turnover.revision < excluded.revision
    returning task_id`)
  return rows.length > 0
}

interface Row extends Omit<Cost, 'cents'> {
  amount: number
  [column: string]: unknown
}

async function readBooked(tx: Tx, { landlordId, taskId }: TurnoverTask): Promise<{ isFirst: boolean; booked: Cost[] }> {
  const rows = await tx.execute<Row>(sql`
    select p.property_id as "propertyId", p.unit_id as "unitId", p.due_on as "on", sum(p.amount) as amount
    from journal_entry e join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id
    where e.landlord_id = ${landlordId} and e.movement_id = ${taskId} and p.account = 'turnover_costs'
    group by p.property_id, p.unit_id, p.due_on`)
  const booked = rows.map(({ amount, ...home }) => ({ ...home, cents: toCents(amount) }))
  return { isFirst: rows.length === 0, booked }
}
