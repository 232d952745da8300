import type { Property } from '@keyhold/contracts/properties/properties'
import { type Unit, UnitForm } from '@keyhold/contracts/properties/units'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { useCreateUnitMutation, useUpdateUnitMutation } from '~/api/units.ts'
import { MoneyField, NumberField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast, toastError } from '~/lib/toast.ts'

/** `first`: the name of the unit that is there already, asked for when a second one makes it visible. */
const schema = UnitForm.extend({ first: UnitForm.shape.name })

/** Adds a unit, or edits one. `first`: the only unit of the property so far, which gets a name with the second one. */
export function UnitDialog({
  property,
  unit,
  first,
  onClose,
}: {
  property: Property
  unit: Unit | undefined
  first: Unit | undefined
  onClose: () => void
}) {
  const [create, creating] = useCreateUnitMutation()
  const [update, updating] = useUpdateUnitMutation()
  const form = useZodForm(schema, {
    defaultValues: {
      first: first?.name ?? '-',
      name: unit?.name ?? `Unit ${property.unitCount + 1}`,
      bedrooms: unit?.bedrooms ?? '',
      bathrooms: unit?.bathrooms ?? '',
      squareFeet: unit?.squareFeet ?? '',
      marketRent: unit?.marketRent ?? '',
    },
  })
  const isNaming = !unit && first !== undefined
  const submit = async ({ first: nameOfFirst, ...values }: ReturnType<typeof schema.parse>) => {
    try {
      if (unit) await update({ id: unit.id, ...values }).unwrap()
      else {
        if (first && nameOfFirst !== first.name) await update({ id: first.id, name: nameOfFirst }).unwrap()
        await create({ id: property.id, ...values }).unwrap()
      }
      toast({ variant: 'success', title: unit ? 'Unit updated' : 'Unit added' })
      onClose()
    } catch (error) {
      // The one thing that two units can't share.
      if (hasCode(error, 'conflict'))
        form.setError('name', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
      else if (!showIssues(form, error)) toastError('Failed to save the unit', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title={unit ? 'Edit unit' : 'Add unit'}
      description={isNaming ? `${property.name} will have two units.` : property.name}
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        {isNaming && (
          <TextField
            control={form.control}
            name="first"
            label="Existing unit"
            hint="A name for the home you already have."
            required
          />
        )}
        <TextField
          control={form.control}
          name="name"
          label={isNaming ? 'New unit' : 'Unit name'}
          hint="For example 2B, Upper floor or Room 3."
          required
        />
        <div className="grid grid-cols-2 gap-4">
          <NumberField control={form.control} name="bedrooms" label="Bedrooms" step="1" optional />
          <NumberField control={form.control} name="bathrooms" label="Bathrooms" step="0.5" optional />
          <NumberField control={form.control} name="squareFeet" label="Square feet" step="1" optional />
          <MoneyField control={form.control} name="marketRent" label="Market rent" optional />
        </div>
        <FormFooter
          submit={unit ? 'Save changes' : 'Add unit'}
          loading={creating.isLoading || updating.isLoading}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
