import type { ReportSummary } from '@keyhold/contracts/payments/reports'
import { save } from '~/components/session-file.ts'

/** The financial report as one downloads it: what the page shows, with the parameters it was made by. No call is made (spec 2 §2). */
export function downloadJson(summary: ReportSummary): void {
  const file = new Blob([JSON.stringify(summary, null, 2)], { type: 'application/json' })
  save(file, `financial-report-${summary.from}-to-${summary.to}.json`)
}
