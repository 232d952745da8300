import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { dayText } from '../../explain/format.ts'
import type { ReportScope } from '../report-day.ts'
import { momentText, type ReportColumn, type ReportDocument } from './report-document.ts'

export const text = (title: string, width: number | '*' = '*'): ReportColumn => ({ title, width, kind: 'text' })
export const money = (title: string, width = 68): ReportColumn => ({ title, width, kind: 'money' })
export const count = (title: string, width = 40): ReportColumn => ({ title, width, kind: 'count' })

type Frame = Pick<ReportDocument, 'name' | 'title' | 'subtitle' | 'details' | 'madeAt' | 'parameters'>

export function frameOf(scope: ReportScope, name: string, title: string): Frame {
  const { day, property, now, knownAt } = scope
  return {
    name: `${name}-${day}`,
    title,
    subtitle: `As of ${dayText(day)}`,
    details: [
      ['As of', dayText(day)],
      ...(knownAt === undefined ? [] : [['As known on', momentText(knownAt)] as [string, string]]),
      ['Property', property?.name ?? 'All properties'],
    ],
    madeAt: now,
    parameters: {
      asOf: day,
      ...(knownAt === undefined ? {} : { knownAt }),
      propertyId: property?.id ?? null,
      property: property?.name ?? null,
    },
  }
}

export const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  toDollars(rows.reduce((sum, row) => sum + toCents(of(row)), 0))
