import type { Evidence, Insight } from '@keyhold/contracts/ai/insights'
import { Link } from 'react-router-dom'
import { date, headlineMoney, number, percent } from '~/lib/format.ts'
import { evidencePath } from './insight-links.ts'

function shown({ kind, value }: Evidence): string {
  if (typeof value === 'string') return kind === 'date' ? date(value) : value
  if (kind === 'money') return headlineMoney(value)
  return kind === 'percent' ? percent(value) : number(value)
}

/** The evidence of a finding: figures with links to their records, the rule, and the confidence. */
export function InsightEvidence({ insight, id }: { insight: Insight; id: string }) {
  const { evidence, metadata, confidence, dataSource } = insight
  return (
    <div id={id} className="mt-3 grid gap-3 rounded-md bg-sunken p-3 dark:bg-raised">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {evidence.map((one, index) => {
          const to = evidencePath(one, insight)
          return (
            // The list is replaced as a whole, and two rows can be equal.
            <div key={index} className="flex min-w-0 items-baseline justify-between gap-3">
              <dt className="min-w-0 text-sm break-words text-muted">{one.label}</dt>
              <dd className="figures min-w-0 text-right text-sm font-medium break-words">
                {to ? (
                  <Link to={to} className="text-pine underline underline-offset-4 hover:no-underline">
                    {shown(one)}
                  </Link>
                ) : (
                  shown(one)
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {typeof metadata.formula === 'string' && (
        <p className="text-sm text-muted">
          <span className="font-medium text-ink">How it is computed: </span>
          {metadata.formula}.
        </p>
      )}
      <p className="text-sm text-muted">
        <span className="font-medium text-ink">Confidence {percent(confidence)}</span>
        {dataSource === 'built-in' &&
          ', from your own records by built-in rules. This is advice only; nothing changes automatically.'}
      </p>
    </div>
  )
}
