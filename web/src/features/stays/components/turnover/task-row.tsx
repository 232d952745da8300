import { taskStatusNames, taskTypeNames } from '@keyhold/contracts/properties/stays/task-values'
import type { ShortTermTask } from '@keyhold/contracts/properties/stays/tasks'
import { Check, Pencil } from 'lucide-react'
import { useUpdateTaskMutation } from '~/api/tasks.ts'
import { windowText } from '~/components/stays/window-text.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

interface Props {
  task: ShortTermTask
  names: readonly string[]
  onEdit: (task: ShortTermTask) => void
}

/** A task with what is done most: assign somebody, mark it as done. */
export function TaskRow({ task, names, onEdit }: Props) {
  const [update, { isLoading }] = useUpdateTaskMutation()
  const isOpen = task.status === 'pending' || task.status === 'in_progress'
  const change = async (edit: { assignedTo?: string | null; status?: 'completed' }, done: string) => {
    try {
      await update({ id: task.id, ...edit }).unwrap()
      toast({ variant: 'success', title: done, description: `${task.title}, ${task.listingName}` })
    } catch (error) {
      toastError('Failed to update the task', error)
    }
  }
  const ticked = task.checklist.filter(({ isDone }) => isDone).length
  const facts = [
    taskTypeNames[task.taskType],
    task.guestName && `Stay of ${task.guestName}`,
    task.checklist.length > 0 && `${ticked} of ${task.checklist.length} ticked`,
    task.cost !== null && money(task.cost),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-5 py-3">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-1.5 font-medium break-words">
          {task.title}
          <StatusBadge status={task.status} label={taskStatusNames[task.status]} />
          {task.isLate && <Badge tone="danger">Late</Badge>}
          {(task.priority === 'high' || task.priority === 'urgent') && <StatusBadge status={task.priority} />}
        </p>
        <p className="text-sm text-muted">{[task.listingName, ...facts].filter(Boolean).join(' · ')}</p>
        <p className="text-sm text-muted">{windowText(task)}</p>
        {task.cleanerNote && <p className="mt-1 text-sm break-words whitespace-pre-line">“{task.cleanerNote}”</p>}
      </div>
      <div className="flex w-full items-center gap-2 sm:w-auto">
        {isOpen && (
          <>
            <NativeSelect
              aria-label={`Assigned to, ${task.title} at ${task.listingName}`}
              className="min-w-36 flex-1"
              value={task.assignedTo ?? ''}
              placeholder="Nobody assigned"
              disabled={isLoading}
              options={[...new Set([...names, ...(task.assignedTo ? [task.assignedTo] : [])])].map((name) => ({
                value: name,
                label: name,
              }))}
              onChange={({ target: { value } }) =>
                void change({ assignedTo: value || null }, value ? `Assigned to ${value}` : 'Assigned to nobody')
              }
            />
            <Button
              variant="secondary"
              icon={<Check aria-hidden />}
              loading={isLoading}
              onClick={() => void change({ status: 'completed' }, 'Marked as done')}
            >
              Done
            </Button>
          </>
        )}
        <IconButton label={`Edit ${task.title}`} onClick={() => onEdit(task)}>
          <Pencil aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
