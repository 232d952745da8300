import type { Insight } from '@keyhold/contracts/ai/insights'
import { ChevronDown, X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useDismissInsightMutation, useReadInsightMutation, useRestoreInsightMutation } from '~/api/insights.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { cn } from '~/lib/cn.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { InsightEvidence } from './insight-evidence.tsx'
import { actionPath } from './insight-links.ts'
import type { samples } from './insight-samples.ts'

const priorities: Record<Insight['priority'], { tone: Tone; label: string; edge: string }> = {
  high: { tone: 'danger', label: 'High', edge: 'border-l-danger' },
  medium: { tone: 'info', label: 'Medium', edge: 'border-l-info' },
  low: { tone: 'success', label: 'Low', edge: 'border-l-success' },
}

function Frame({
  priority,
  title,
  description,
  badge,
  corner,
  children,
}: Pick<Insight, 'priority' | 'title' | 'description'> & {
  badge?: ReactNode
  corner?: ReactNode
  children: ReactNode
}) {
  const { tone, label, edge } = priorities[priority]
  return (
    <li className={cn('border-l-3 px-5 py-4 last:rounded-bl-lg', edge)}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="mb-1 flex flex-wrap gap-1.5">
            <Badge tone={tone}>{label} priority</Badge>
            {badge}
          </p>
          <h3 className="font-semibold break-words">{title}</h3>
        </div>
        {corner}
      </div>
      <p className="mt-1 break-words text-muted">{description}</p>
      {children}
    </li>
  )
}

export function InsightItem({ insight }: { insight: Insight }) {
  const { id, title, isRead } = insight
  const [isOpen, setOpen] = useState(false)
  const [markRead] = useReadInsightMutation()
  const { dismiss, isDismissing } = useDismissal(insight)
  const evidenceId = useId()
  const seen = () => {
    // Failing to mark it as read is not worth a message.
    if (!isRead) void markRead({ id })
  }
  return (
    <Frame
      {...insight}
      badge={!isRead && <Badge tone="brass">New</Badge>}
      corner={
        <IconButton label={`Dismiss: ${title}`} className="-mt-1 -mr-2" loading={isDismissing} onClick={dismiss}>
          <X aria-hidden />
        </IconButton>
      }
    >
      {isOpen && <InsightEvidence insight={insight} id={evidenceId} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild variant="secondary" size="sm">
          <Link to={actionPath(insight)} onClick={seen} aria-label={`Take Action: ${title}`}>
            Take Action
          </Link>
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? evidenceId : undefined}
          icon={<ChevronDown aria-hidden className={cn('transition-transform', isOpen && 'rotate-180')} />}
          onClick={() => {
            setOpen(!isOpen)
            seen()
          }}
        >
          Evidence
        </Button>
      </div>
    </Frame>
  )
}

/** A sample, marked as one; it can't be dismissed. */
export function SampleItem({ sample }: { sample: (typeof samples)[number] }) {
  return (
    <Frame {...sample} badge={<Badge>Sample</Badge>}>
      <Button asChild variant="secondary" size="sm" className="mt-3">
        <Link
          to={actionPath({ ...sample, propertyId: null, tenantId: null, evidence: [] })}
          aria-label={`Take Action: ${sample.title}`}
        >
          Take Action
        </Link>
      </Button>
    </Frame>
  )
}

const failed = (title: string) => (error: unknown) => toastError(title, error)

function useDismissal({ id }: Insight) {
  const [dismissIt, { isLoading }] = useDismissInsightMutation()
  const [restore] = useRestoreInsightMutation()
  return {
    isDismissing: isLoading,
    dismiss: () =>
      void dismissIt({ id })
        .unwrap()
        .then(
          () =>
            toast({
              title: 'Insight dismissed',
              description: 'It only comes back if it gets significantly worse.',
              action: {
                label: 'Undo',
                onPress: () => void restore({ id }).unwrap().catch(failed('Failed to bring the insight back')),
              },
            }),
          failed('Failed to dismiss the insight'),
        ),
  }
}
