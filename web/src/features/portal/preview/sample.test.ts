import { endpoints } from '@keyhold/contracts/api'
import { expect, test } from 'vitest'
import { sampleAnswers } from './sample-store.ts'
import { sampleRecords } from './sample.ts'

test.each(['2026-01-01', '2026-01-31', '2024-02-29', '2026-12-31'])(
  'the sample reads as a tenancy that runs on %s',
  (now) => {
    const { payments, stats, profile } = sampleRecords(now)
    const paid = payments.filter(({ status }) => status === 'paid')
    expect(paid).toHaveLength(2)
    for (const { paidDate } of paid) expect(paidDate! <= now).toBe(true)
    expect(paid[1]!.paidDate! < paid[0]!.paidDate!).toBe(true)
    expect(stats.nextPayment.dueDate > now && profile.leaseEndDate > stats.nextPayment.dueDate).toBe(true)
  },
)

test('every sample answer is one that the server could give', () => {
  const { answer } = sampleAnswers()
  const answered = endpoints.flatMap(({ name, endpoint }) => {
    const outcome = answer({ method: endpoint.method, url: endpoint.path })
    return 'data' in outcome ? [{ name, parsed: endpoint.response.safeParse(outcome.data) }] : []
  })
  expect(answered.length).toBe(9)
  expect(answered.filter(({ parsed }) => !parsed.success)).toEqual([])
})

test('the preview sends nothing', () => {
  const outcome = sampleAnswers().answer({ method: 'POST', url: '/anything', body: {} })
  expect('error' in outcome && outcome.error.detail).toContain('nothing is sent')
})
