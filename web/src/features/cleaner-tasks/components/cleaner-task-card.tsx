import type { CleanerTask } from '@keyhold/contracts/properties/stays/cleaners'
import { taskStatusNames, taskTypeNames } from '@keyhold/contracts/properties/stays/task-values'
import { Check, MapPin, Play } from 'lucide-react'
import { useState } from 'react'
import { useUpdateCleanerTaskMutation } from '~/api/tasks.ts'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { windowText } from '~/components/stays/window-text.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Field } from '~/components/ui/field.tsx'
import { MoneyInput, Textarea } from '~/components/ui/input.tsx'
import { plural } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

interface Props {
  token: string
  task: CleanerTask
}

/** A task as its cleaner sees it: where, when, how to get in, what to do. */
export function CleanerTaskCard({ token, task }: Props) {
  const [update, { isLoading }] = useUpdateCleanerTaskMutation()
  // Shown at once: a cleaner ticks several in a row, over a phone's connection.
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({})
  const tick = async (id: string, isTicked: boolean) => {
    setTicks((before) => ({ ...before, [id]: isTicked }))
    try {
      await update({ token, id: task.id, ticks: { [id]: isTicked } }).unwrap()
    } catch (error) {
      setTicks((before) => ({ ...before, [id]: !isTicked }))
      toastError('Failed to save', error)
    }
  }
  const send = async (edit: Omit<Parameters<typeof update>[0], 'token' | 'id'>, done: string) => {
    try {
      await update({ token, id: task.id, ...edit }).unwrap()
      toast({ variant: 'success', title: done, description: task.title })
    } catch (error) {
      toastError('Failed to save', error)
    }
  }
  const isDone = task.status === 'completed'
  const place = [task.address, task.unitName].filter(Boolean).join(', ')
  const facts = [
    taskTypeNames[task.taskType],
    task.estimatedDuration && `about ${plural(task.estimatedDuration, 'minute')}`,
    task.nextGuests && `${plural(task.nextGuests, 'guest')} next`,
  ]
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <h3 className="text-lg font-semibold tracking-tight break-words">{task.listingName}</h3>
        <StatusBadge status={task.status} label={taskStatusNames[task.status]} />
        {task.isLate && <Badge tone="danger">Late</Badge>}
      </div>
      <p>
        {task.title} <span className="text-muted">· {facts.filter(Boolean).join(' · ')}</span>
      </p>
      <a
        href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(task.address)}`}
        target="_blank"
        rel="noreferrer noopener"
        className="flex items-center gap-1 text-pine underline-offset-4 hover:underline"
      >
        <MapPin aria-hidden className="size-3.5 shrink-0" />
        {place}
      </a>
      <p className="text-muted">{windowText(task)}</p>
      {task.accessNotes && !isDone && (
        <div>
          <p className="text-sm font-medium text-muted">How to get in</p>
          <p className="break-words whitespace-pre-line">{task.accessNotes}</p>
        </div>
      )}
      {task.notes && <p className="break-words whitespace-pre-line">{task.notes}</p>}
      {task.checklist.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="text-sm font-medium text-muted">Checklist</legend>
          {task.checklist.map(({ id, text, isDone: isTicked }) => (
            <label key={id} className="flex min-h-10 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 accent-pine"
                checked={ticks[id] ?? isTicked}
                onChange={({ target }) => void tick(id, target.checked)}
              />
              <span className={(ticks[id] ?? isTicked) ? 'text-muted line-through' : ''}>{text}</span>
            </label>
          ))}
        </fieldset>
      )}
      {task.status === 'pending' && (
        <Button
          variant="secondary"
          icon={<Play aria-hidden />}
          loading={isLoading}
          onClick={() => void send({ status: 'in_progress' }, 'Started')}
        >
          Start
        </Button>
      )}
      <Report task={task} loading={isLoading} onSend={send} />
    </Card>
  )
}

interface ReportProps {
  task: CleanerTask
  loading: boolean
  onSend: (
    edit: { cleanerNote: string | null; cost: string | null; status?: 'completed' },
    done: string,
  ) => Promise<void>
}

/** What the cleaner says and charges, sent with the end of the work or later. */
function Report({ task, loading, onSend }: ReportProps) {
  const [note, setNote] = useState(task.cleanerNote ?? '')
  const [cost, setCost] = useState(task.cost === null ? '' : String(task.cost))
  const isDone = task.status === 'completed'
  const values = { cleanerNote: note.trim() || null, cost: cost.trim() || null }
  return (
    <PlainForm
      className="grid gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        void (isDone ? onSend(values, 'Saved') : onSend({ ...values, status: 'completed' }, 'Marked as done'))
      }}
    >
      <Field label="Note to the host" optional>
        {(control) => <Textarea {...control} rows={2} value={note} onChange={({ target }) => setNote(target.value)} />}
      </Field>
      <Field label="Cost" optional>
        {(control) => <MoneyInput {...control} value={cost} onChange={({ target }) => setCost(target.value)} />}
      </Field>
      <Button type="submit" variant={isDone ? 'secondary' : 'primary'} icon={<Check aria-hidden />} loading={loading}>
        {isDone ? 'Save note and cost' : 'Mark as done'}
      </Button>
    </PlainForm>
  )
}
