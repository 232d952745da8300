import { BlockForm } from '@keyhold/contracts/properties/nights'
import type { Property } from '@keyhold/contracts/properties/properties'
import type { Unit } from '@keyhold/contracts/properties/units'
import { id } from '@keyhold/contracts/scalars'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { useCreateBlockMutation } from '~/api/nights.ts'
import { DateField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

const schema = BlockForm.extend({ unitId: id })

/** Keeps nights of a unit free of stays and leases. */
export function BlockDialog({ property, units, onClose }: { property: Property; units: Unit[]; onClose: () => void }) {
  const [block, { isLoading }] = useCreateBlockMutation()
  const form = useZodForm(schema, {
    defaultValues: { unitId: units[0]?.id ?? property.id, from: today(), until: '', reason: '' },
  })
  const submit = async ({ unitId, ...values }: ReturnType<typeof schema.parse>) => {
    try {
      await block({ id: unitId, ...values }).unwrap()
      toast({ variant: 'success', title: 'Dates blocked' })
      onClose()
    } catch (error) {
      if (hasCode(error, 'nights-taken'))
        form.setError('from', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
      else if (!showIssues(form, error)) toastError('Failed to block the dates', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Block dates"
      description="Nobody can book or lease the home on these nights."
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        {units.length > 1 && (
          <SelectField
            control={form.control}
            name="unitId"
            label="Unit"
            options={units.map((unit) => ({ value: unit.id, label: unit.name }))}
          />
        )}
        <DateField control={form.control} name="from" label="First night" required />
        <DateField
          control={form.control}
          name="until"
          label="Free again on"
          hint="The day on which somebody can arrive."
          required
        />
        <TextField
          control={form.control}
          name="reason"
          label="Reason"
          hint="For example repairs or own use."
          required
        />
        <FormFooter submit="Block dates" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
