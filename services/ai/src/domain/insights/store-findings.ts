import { isDeepStrictEqual } from 'node:util'
import { InsightsRefreshed, priorities } from '@keyhold/contracts/ai/insights'
import type { Tx } from '@keyhold/kit/database/database'
import { eventLoopYielder } from '@keyhold/kit/lib/event-loop-yielder'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { insight, type InsightRow } from '../../schema/insights.ts'
import type { Finding, Priority } from './portfolio.ts'

/** A priority as a number for sorting: high 3, medium 2, low 1. */
export const rankOf = (priority: Priority): number => priorities.length - priorities.indexOf(priority)

/** The engine that made the finding. */
export const builtIn = 'built-in'

/** Whether a finding has changed enough to end its dismissal. */
export const isMaterial = (
  { rank, measure }: { rank: number; measure: number },
  dismissed: { rank: number; returnsAt: number },
): boolean => rank > dismissed.rank || measure >= dismissed.returnsAt

const fieldsOf = (finding: Finding) => ({
  propertyId: finding.propertyId,
  aboutTenantId: finding.tenantId,
  insightType: finding.insightType,
  title: finding.title,
  description: finding.description,
  priority: finding.priority,
  rank: rankOf(finding.priority),
  actionRequired: finding.actionRequired,
  evidence: finding.evidence,
  metadata: finding.metadata,
  confidence: finding.confidence,
  returnsAt: finding.returnsAt,
})

// jsonb does not keep the order of keys.
const inOneOrder = (_: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
const isSame = (before: InsightRow, fields: ReturnType<typeof fieldsOf>) =>
  Object.entries(fields).every(
    ([name, value]) =>
      isDeepStrictEqual(before[name as keyof InsightRow], value) ||
      JSON.stringify(before[name as keyof InsightRow], inOneOrder) === JSON.stringify(value, inOneOrder),
  )

/**
 * Replaces the landlord's insights by the findings: a known finding keeps its row, one that no longer holds is deleted, and a dismissed one
 * returns unread when it has changed materially. Emits an event only when something changed. Needs the lock on the landlord's row.
 */
export async function applyFindings(tx: Tx, landlordId: string, findings: Finding[], now: string): Promise<boolean> {
  const before = new Map(
    (await tx.select().from(insight).where(eq(insight.landlordId, landlordId))).map((row) => [row.key, row]),
  )
  const keys = new Set(findings.map(({ key }) => key))
  const gone = [...before.values()].filter(({ key }) => !keys.has(key)).map(({ id }) => id)
  if (gone.length > 0)
    await tx.delete(insight).where(and(eq(insight.landlordId, landlordId), inArray(insight.id, gone)))

  const fresh = findings.filter(({ key }) => !before.has(key))
  for (let at = 0; at < fresh.length; at += 500)
    await tx.insert(insight).values(
      fresh.slice(at, at + 500).map((finding) => ({
        ...fieldsOf(finding),
        landlordId,
        key: finding.key,
        dataSource: builtIn,
        createdAt: now,
        updatedAt: now,
      })),
    )

  let changed = gone.length > 0 || fresh.length > 0
  const yieldToOthers = eventLoopYielder()
  for (const finding of findings) {
    await yieldToOthers()
    const row = before.get(finding.key)
    if (!row) continue
    const fields = fieldsOf(finding)
    const dismissed =
      row.dismissedAt === null ? null : { rank: row.dismissedRank ?? 0, returnsAt: row.dismissedReturnsAt ?? 0 }
    const returns = dismissed !== null && isMaterial({ rank: fields.rank, measure: finding.measure }, dismissed)
    if (isSame(row, fields) && !returns) continue
    changed = true
    await tx
      .update(insight)
      .set({
        ...fields,
        updatedAt: now,
        ...(returns ? { dismissedAt: null, dismissedRank: null, dismissedReturnsAt: null, isRead: false } : {}),
      })
      .where(and(eq(insight.landlordId, landlordId), eq(insight.id, row.id)))
  }
  if (changed) await emit(tx, InsightsRefreshed, { landlordId, active: await countActive(tx, landlordId) })
  return changed
}

export const countActive = (tx: Tx, landlordId: string): Promise<number> =>
  tx.$count(insight, and(eq(insight.landlordId, landlordId), isNull(insight.dismissedAt)))
