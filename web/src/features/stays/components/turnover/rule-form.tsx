import { type TurnoverRule, TurnoverRuleForm } from '@keyhold/contracts/properties/stays/tasks'
import type { z } from '@keyhold/contracts/zod'
import { type Control, useWatch } from 'react-hook-form'
import { useCreateTurnoverRuleMutation, useUpdateTurnoverRuleMutation } from '~/api/tasks.ts'
import { MoneyField, NativeSelectField, NumberField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { TagsField } from '~/components/form/tags-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import type { Option } from '~/components/ui/native-select.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { triggerOptions } from './rule-words.ts'
import { priorityOptions, typeOptions } from './task-dialog.tsx'

const starting = (rule: TurnoverRule | null, rentals: readonly Option[]) => ({
  rentalId: rule?.rentalId ?? (rentals.length === 1 ? rentals[0]?.value : undefined) ?? '',
  trigger: rule?.trigger ?? ('after_check_out' as const),
  taskType: rule?.taskType ?? ('cleaning' as const),
  title: rule?.title ?? 'Clean after check-out',
  every: rule?.every ?? '',
  offsetDays: rule?.offsetDays ?? 0,
  assignedTo: rule?.assignedTo ?? '',
  priority: rule?.priority ?? ('medium' as const),
  estimatedDuration: rule?.estimatedDuration ?? '',
  cost: rule?.cost ?? '',
  checklist: rule?.checklist ?? [],
  notes: rule?.notes ?? '',
  isActive: rule?.isActive ?? true,
})

interface Props {
  /** Null: a new one. */
  rule: TurnoverRule | null
  rentals: readonly Option[]
  onDone: () => void
}

export function RuleForm({ rule, rentals, onDone }: Props) {
  const [create, { isLoading: isCreating }] = useCreateTurnoverRuleMutation()
  const [update, { isLoading: isUpdating }] = useUpdateTurnoverRuleMutation()
  const form = useZodForm(TurnoverRuleForm, { defaultValues: starting(rule, rentals) })
  const { control } = form
  const save = async (values: TurnoverRuleForm) => {
    const { rentalId, trigger, ...fields } = values
    try {
      if (rule) await update({ id: rule.id, ...fields }).unwrap()
      else await create({ rentalId, trigger, ...fields }).unwrap()
      toast({ variant: 'success', title: 'Rule saved', description: values.title })
      onDone()
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to save the rule', error)
    }
  }
  return (
    <Form form={form} onSubmit={save} className="flex-1">
      {!rule && (
        <>
          <SelectField
            control={control}
            name="rentalId"
            label="Listing"
            placeholder="Choose a listing"
            options={rentals}
            required
          />
          <NativeSelectField control={control} name="trigger" label="When" options={triggerOptions} />
        </>
      )}
      <Days control={control} />
      <TextField control={control} name="title" label="Title" required />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NativeSelectField control={control} name="taskType" label="Type" options={typeOptions} />
        <TextField control={control} name="assignedTo" label="Assigned to" autoComplete="off" optional />
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
      <TagsField control={control} name="checklist" label="Checklist" placeholder="Beds, bath, kitchen" />
      <TextareaField
        control={control}
        name="notes"
        label="Notes"
        hint="Whoever does it reads them."
        rows={3}
        optional
      />
      <FormFooter submit="Save rule" loading={isCreating || isUpdating} onCancel={onDone} />
    </Form>
  )
}

function Days({ control }: { control: Control<z.input<typeof TurnoverRuleForm>, unknown, TurnoverRuleForm> }) {
  const trigger = useWatch({ control, name: 'trigger' })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {trigger === 'every_n_days' && (
        <NumberField control={control} name="every" label="Days between" inputMode="numeric" required />
      )}
      {trigger === 'inspection' && (
        <NumberField
          control={control}
          name="every"
          label="Nights that a stay has at least"
          inputMode="numeric"
          required
        />
      )}
      {trigger !== 'every_n_days' && (
        <NumberField
          control={control}
          name="offsetDays"
          label={trigger === 'before_check_in' ? 'Days before check-in' : 'Days after check-out'}
          hint="0 is the same day."
          inputMode="numeric"
        />
      )}
    </div>
  )
}
