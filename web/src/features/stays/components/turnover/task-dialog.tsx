import {
  taskPriorities,
  type TaskStatus,
  taskStatuses,
  taskStatusNames,
  taskMayBecome,
  taskTypeNames,
  taskTypes,
} from '@keyhold/contracts/properties/stays/task-values'
import { type ShortTermTask, ShortTermTaskForm } from '@keyhold/contracts/properties/stays/tasks'
import { z } from '@keyhold/contracts/zod'
import { useCreateTaskMutation, useUpdateTaskMutation } from '~/api/tasks.ts'
import {
  DateField,
  MoneyField,
  NativeSelectField,
  NumberField,
  TextareaField,
  TextField,
} from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { TagsField } from '~/components/form/tags-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import type { Option } from '~/components/ui/native-select.tsx'
import { words } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

export const typeOptions = taskTypes.map((value) => ({ value, label: taskTypeNames[value] }))
export const priorityOptions = taskPriorities.map((value) => ({ value, label: words(value) }))

const TaskForm = ShortTermTaskForm.omit({ bookingId: true }).extend({ status: z.enum(taskStatuses) })
type Values = z.output<typeof TaskForm>

const starting = (task: ShortTermTask | null) => ({
  rentalId: task?.rentalId ?? '',
  taskType: task?.taskType ?? ('cleaning' as const),
  title: task?.title ?? '',
  assignedTo: task?.assignedTo ?? '',
  dueDate: task?.dueDate ?? '',
  priority: task?.priority ?? ('medium' as const),
  estimatedDuration: task?.estimatedDuration ?? '',
  cost: task?.cost ?? '',
  checklist: task?.checklist.map(({ text }) => text) ?? [],
  notes: task?.notes ?? '',
  status: task?.status ?? ('pending' as const),
})

const statusOptions = (from: TaskStatus) =>
  taskStatuses
    .filter((status) => taskMayBecome(from, status))
    .map((value) => ({ value, label: taskStatusNames[value] }))

interface Props {
  /** Null: a new one. */
  task: ShortTermTask | null
  rentals: readonly Option[]
  onClose: () => void
}

export function TaskDialog(props: Props) {
  const { task, onClose } = props
  return (
    <Dialog
      onClose={onClose}
      title={task ? 'Edit task' : 'Add Task'}
      description={task?.ruleId ? 'What you change here stays when the booking or the rule changes.' : undefined}
    >
      <Fields {...props} />
    </Dialog>
  )
}

function Fields({ task, rentals, onClose }: Props) {
  const [create, { isLoading: isCreating }] = useCreateTaskMutation()
  const [update, { isLoading: isUpdating }] = useUpdateTaskMutation()
  const form = useZodForm(TaskForm, { defaultValues: starting(task) })
  const { control } = form
  const save = async ({ status, rentalId, ...values }: Values) => {
    try {
      if (task) await update({ id: task.id, ...values, status }).unwrap()
      else await create({ rentalId, ...values }).unwrap()
      toast({ variant: 'success', title: task ? 'Task updated' : 'Task added', description: values.title })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to save the task', error)
    }
  }
  return (
    <Form form={form} onSubmit={save} className="flex-1">
      {!task && (
        <SelectField
          control={control}
          name="rentalId"
          label="Listing"
          placeholder="Choose a listing"
          options={rentals}
          required
        />
      )}
      <TextField control={control} name="title" label="Title" required />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateField control={control} name="dueDate" label="Due date" required />
        <TextField control={control} name="assignedTo" label="Assigned to" autoComplete="off" optional />
        <NativeSelectField control={control} name="taskType" label="Type" options={typeOptions} />
        <NativeSelectField control={control} name="priority" label="Priority" options={priorityOptions} />
        <NumberField
          control={control}
          name="estimatedDuration"
          label="Duration in minutes"
          inputMode="numeric"
          optional
        />
        <MoneyField control={control} name="cost" label="Cost" optional />
      </div>
      {task && (
        <NativeSelectField control={control} name="status" label="Status" options={statusOptions(task.status)} />
      )}
      <TagsField control={control} name="checklist" label="Checklist" placeholder="Beds, bath, kitchen" />
      <TextareaField
        control={control}
        name="notes"
        label="Notes"
        hint="Whoever does it reads them."
        rows={3}
        optional
      />
      <FormFooter submit={task ? 'Save changes' : 'Add Task'} loading={isCreating || isUpdating} onCancel={onClose} />
    </Form>
  )
}
