import type { ReportSummary } from '@keyhold/contracts/payments/reports'
import { save } from '~/components/session-file.ts'

/** Downloads the financial report as JSON: what the page shows, with its parameters. No call is made (spec 2 §2). */
export function downloadJson(summary: ReportSummary): void {
  const file = new Blob([JSON.stringify(summary, null, 2)], { type: 'application/json' })
  save(file, `financial-report-${summary.from}-to-${summary.to}.json`)
}
