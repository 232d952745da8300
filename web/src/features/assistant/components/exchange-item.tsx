import type { AssistantExchange } from '@keyhold/contracts/ai/assistant'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useRateExchangeMutation } from '~/api/assistant.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { IconButton } from '~/components/ui/button.tsx'
import { ago, dateTime } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import { engineText, outcomeBadgeOf } from '../words.ts'
import { NoteDialog } from './note-dialog.tsx'

/** One question with its answer, what the answer rests on, and the landlord's rating. */
export function ExchangeItem({ exchange }: { exchange: AssistantExchange }) {
  const { question, answer, outcome, reason, tenantId, tenantName, createdAt, fallbackReason, ratingNote } = exchange
  const who = exchange.askedBy === 'landlord' ? 'You' : (tenantName ?? 'Tenant')
  return (
    <li className="grid gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{tenantId ? <Link to={paths.tenant(tenantId)}>{who}</Link> : who}</span>
        <StatusBadge {...outcomeBadgeOf(outcome)} />
        <time className="text-sm text-muted" dateTime={createdAt} title={dateTime(createdAt)}>
          {ago(createdAt)}
        </time>
        <span className="ml-auto">
          <Rating exchange={exchange} />
        </span>
      </div>
      <p className="break-words whitespace-pre-wrap">{question}</p>
      <div className="grid gap-2 border-l-2 border-line pl-4">
        <p className="break-words whitespace-pre-wrap">{answer}</p>
        {reason && <p className="text-sm text-muted">{reason}</p>}
        <Sources exchange={exchange} />
        <p className="text-sm text-muted">{engineText(exchange)}</p>
        {fallbackReason && <p className="text-sm text-muted">The built-in engine answered: {fallbackReason}</p>}
        {ratingNote && <p className="text-sm">Your note: {ratingNote}</p>}
      </div>
    </li>
  )
}

function Sources({ exchange: { sources } }: { exchange: AssistantExchange }) {
  if (sources.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">What the answer rests on ({sources.length})</summary>
      <ul className="mt-2 grid gap-1">
        {sources.map(({ label, text }) => (
          <li key={`${label} ${text}`} className="break-words">
            <span className="text-muted">{label}:</span> {text}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Rating({ exchange: { id, rating } }: { exchange: AssistantExchange }) {
  const [rate, { isLoading }] = useRateExchangeMutation()
  const [isNoting, setNoting] = useState(false)
  const send = async (next: AssistantExchange['rating'], note?: string) => {
    const answer = await rate({ id, rating: next, ...(note ? { note } : {}) })
    if ('error' in answer) toastError('Failed to rate the answer', answer.error)
    else setNoting(false)
  }
  return (
    <>
      <IconButton
        label="The answer is right"
        aria-pressed={rating === 'good'}
        disabled={isLoading}
        className={rating === 'good' ? 'text-success' : ''}
        onClick={() => void send(rating === 'good' ? null : 'good')}
      >
        <ThumbsUp aria-hidden />
      </IconButton>
      <IconButton
        label="The answer is wrong"
        aria-pressed={rating === 'bad'}
        disabled={isLoading}
        className={rating === 'bad' ? 'text-danger' : ''}
        onClick={() => (rating === 'bad' ? void send(null) : setNoting(true))}
      >
        <ThumbsDown aria-hidden />
      </IconButton>
      {isNoting && (
        <NoteDialog loading={isLoading} onClose={() => setNoting(false)} onSave={(note) => send('bad', note)} />
      )}
    </>
  )
}
