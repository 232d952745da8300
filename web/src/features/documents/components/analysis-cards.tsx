import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useDocumentSummaryQuery, useListDocumentsInfiniteQuery } from '~/api/documents.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { plural } from '~/lib/format.ts'
import { valueWords } from '../words.ts'

/** Progress of the analysis. Nothing while there is no document. */
export function ProcessingCard() {
  const { data } = useDocumentSummaryQuery()
  if (!data || data.count === 0) return null
  const read = data.count - data.pending
  return (
    <SectionCard
      title="AI Processing"
      description="PDFs, Word files and scans are read on this server only. Every value links to its source."
    >
      <p className="mb-2 figures">
        {read} of {plural(data.count, 'document')} read
        {data.pending > 0 && <span className="text-muted"> · {data.pending} waiting</span>}
      </p>
      <Progress value={(read / data.count) * 100} label="Documents read" />
    </SectionCard>
  )
}

/** Findings of the latest analysed documents (spec 2: the first three). */
export function ResultsCard({ hrefOf }: { hrefOf: (document: { id: string }) => string }) {
  const documents = itemsOf(useListDocumentsInfiniteQuery({ processed: true, limit: 3 }).data)
  if (documents.length === 0) return null
  return (
    <SectionCard title="AI Results" padded={false}>
      <ul className="divide-y divide-line border-t border-line">
        {documents.map((document) => (
          <li
            key={document.id}
            className="relative px-5 py-3 last:rounded-b-lg hover:bg-sunken/60 dark:hover:bg-raised/60"
          >
            <Link
              to={hrefOf(document)}
              className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-pine"
            >
              {document.fileName}
            </Link>
            <p className="line-clamp-2 text-sm text-muted">
              {document.analysis.findings
                .slice(0, 3)
                .map((finding) => `${finding.label}: ${valueWords(finding)}`)
                .join(' · ') || 'No names, dates or amounts found'}
            </p>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
