import type { Document } from '@keyhold/contracts/properties/documents'
import type { Finding } from '@keyhold/contracts/properties/document-analysis'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { percent, words } from '~/lib/format.ts'
import { type Category, mostPages, standing, valueWords } from '../words.ts'

/** The findings in a document with their sources, and what could not be read. */
export function Findings({
  document: { analysis, category },
  onPage,
  onFile,
}: {
  document: Document
  onPage?: (page: number) => void
  /** Files it under the suggested category; absent if read-only. */
  onFile?: (category: Category) => void
}) {
  const { detected } = analysis
  const { label, tone } = standing({ analysis })
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        {detected && <span className="text-sm text-muted">Looks like: {words(detected)}</span>}
        {onFile && detected && detected !== category && (
          <Button size="sm" variant="secondary" onClick={() => onFile(detected)}>
            File as {words(detected)}
          </Button>
        )}
      </p>
      {analysis.status === 'pending' && (
        <p className="text-muted">Reading the document. This takes a few seconds, or up to a minute for scans.</p>
      )}
      {analysis.findings.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {analysis.findings.map((finding) => (
            <Line
              key={`${finding.key} ${finding.value} ${finding.page}`}
              finding={finding}
              {...(onPage ? { onPage } : {})}
            />
          ))}
        </ul>
      )}
      {analysis.status !== 'pending' && analysis.findings.length === 0 && analysis.notes.length === 0 && (
        <p className="text-muted">No names, dates or amounts were found in it.</p>
      )}
      {analysis.notes.map((note) => (
        <p key={note} className="text-sm text-warning">
          {note}
        </p>
      ))}
    </div>
  )
}

function Line({ finding, onPage }: { finding: Finding; onPage?: (page: number) => void }) {
  const { label, quote, page, confidence } = finding
  return (
    <li className="grid gap-0.5 py-2.5">
      <div className="flex items-baseline justify-between gap-4">
        <span className="text-sm text-muted">{label}</span>
        <span className="figures text-right font-medium wrap-anywhere">{valueWords(finding)}</span>
      </div>
      <p className="text-sm text-muted">
        <q className="wrap-anywhere">{quote}</q>{' '}
        {page !== null &&
          (onPage && page <= mostPages ? (
            <button
              type="button"
              onClick={() => onPage(page)}
              className="font-medium whitespace-nowrap text-pine underline-offset-4 hover:underline"
            >
              page {page}
            </button>
          ) : (
            <span className="whitespace-nowrap">page {page}</span>
          ))}
        {confidence < 0.7 && <span className="whitespace-nowrap"> · {percent(confidence)} sure</span>}
      </p>
    </li>
  )
}
