import { expect, test } from 'vitest'
import { sampleTenancy } from './sample.ts'

test.each(['2026-01-01', '2026-01-31', '2024-02-29', '2026-12-31'])(
  'the sample reads as a tenancy that runs on %s',
  (now) => {
    const { payments, nextDue, leaseEnd } = sampleTenancy(now)
    expect(payments).toHaveLength(2)
    for (const { paidOn } of payments) expect(paidOn <= now).toBe(true)
    expect(payments[1]!.paidOn < payments[0]!.paidOn).toBe(true)
    expect(nextDue > now && leaseEnd > nextDue).toBe(true)
  },
)
