import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { findRental } from '../domain/stays/listings/find-rental.ts'
import { lockRules } from '../domain/turnover/follow-booking.ts'
import { planPeriodic } from '../domain/turnover/plan-periodic.ts'
import { rental } from '../schema/stays/listings.ts'
import { turnoverRule } from '../schema/stays/tasks.ts'

const batch = 200

/** Makes the next task of rules that count days, and moves open ones to days on which the home is empty. */
export const planTurnovers = ({ db, clock }: Pick<Tools, 'db' | 'clock'>) =>
  every({
    name: 'plan-turnovers',
    cron: '17 * * * *',
    async run() {
      const now = clock.now()
      let after = '00000000-0000-0000-0000-000000000000'
      for (let more = true; more;) {
        const due = await db.adminTransaction('turnover rules of all landlords that count days', (tx) =>
          tx
            .select({ id: turnoverRule.id, landlordId: turnoverRule.landlordId })
            .from(turnoverRule)
            .innerJoin(
              rental,
              and(eq(rental.landlordId, turnoverRule.landlordId), eq(rental.id, turnoverRule.rentalId)),
            )
            .where(
              and(
                eq(turnoverRule.isActive, true),
                eq(turnoverRule.trigger, 'every_n_days'),
                isNull(rental.deletedAt),
                gt(turnoverRule.id, after),
              ),
            )
            .orderBy(asc(turnoverRule.id))
            .limit(batch),
        )
        for (const { id, landlordId } of due)
          await db.transaction(serviceActor('properties', landlordId), async (tx) => {
            await lockRules(tx, landlordId, 'shared')
            const [rule] = await tx
              .select()
              .from(turnoverRule)
              .where(and(eq(turnoverRule.landlordId, landlordId), eq(turnoverRule.id, id)))
            if (!rule?.isActive) return
            const home = await findRental(tx, { landlordId, id: rule.rentalId }, { removedToo: true })
            await planPeriodic(tx, rule, home, now)
          })
        after = due.at(-1)?.id ?? after
        more = due.length === batch
      }
    },
  })
