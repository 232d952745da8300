import { ReminderRuleForm } from '@keyhold/contracts/messaging/reminder-rules'
import { reminderTriggers, triggerFacts } from '@keyhold/contracts/messaging/reminder-triggers'
import type { z } from '@keyhold/contracts/zod'
import { useWatch } from 'react-hook-form'
import { useCreateReminderRuleMutation, useUpdateReminderRuleMutation } from '~/api/reminder-rules.ts'
import { SwitchField } from '~/components/form/choice-fields.tsx'
import { NumberField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { methodOptions } from '~/components/notifications/words.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import type { Rule } from '../rule-words.ts'

const triggerOptions = reminderTriggers.map((value) => ({ value, label: triggerFacts[value].label }))

/** Adds a rule, or changes one. */
export function RuleDialog({ rule, onClose }: { rule?: Rule; onClose: () => void }) {
  return (
    <Dialog title={rule ? 'Edit rule' : 'Add rule'} onClose={onClose}>
      <Fields rule={rule} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const [create, creating] = useCreateReminderRuleMutation()
  const [update, updating] = useUpdateReminderRuleMutation()
  const form = useZodForm(ReminderRuleForm, {
    defaultValues: rule ?? {
      trigger: 'rent_due',
      days: 3,
      title: '',
      message: '',
      deliveryMethod: 'portal',
      isOn: true,
    },
  })
  const { control } = form
  const trigger = useWatch({ control, name: 'trigger' })
  const facts = triggerFacts[trigger]
  const names = ['PROPERTY_NAME', ...(facts.to === 'tenant' ? ['TENANT_NAME'] : []), ...facts.placeholders]

  const save = async ({ trigger: chosen, ...values }: z.output<typeof ReminderRuleForm>) => {
    try {
      await (rule ? update({ id: rule.id, ...values }) : create({ trigger: chosen, ...values })).unwrap()
      toast({ variant: 'success', title: 'Rule saved' })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to save the rule', error)
    }
  }
  return (
    <Form form={form} onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="trigger"
          label="When"
          options={triggerOptions}
          disabled={rule !== undefined}
        />
        {facts.days && <NumberField control={control} name="days" label="Days" hint={facts.days} min={0} max={120} />}
      </div>
      <TextField control={control} name="title" label="Title" required maxLength={200} />
      <TextareaField
        control={control}
        name="message"
        label="Message"
        required
        rows={4}
        maxLength={1000}
        hint={`Filled in for each record: ${names.map((name) => `[${name}]`).join(' ')}`}
      />
      <SelectField control={control} name="deliveryMethod" label="Delivery" options={methodOptions} />
      <SwitchField control={control} name="isOn" label="On" hint="It speaks of what becomes due from now on." />
      <FormFooter submit="Save" loading={creating.isLoading || updating.isLoading} onCancel={onClose} />
    </Form>
  )
}
