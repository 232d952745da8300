import { propertyTypes, QuickPropertyForm } from '@keyhold/contracts/properties/property-forms'
import type { z } from '@keyhold/contracts/zod'
import { useCreatePropertyMutation } from '~/api/properties.ts'
import { MoneyField, NumberField, TextField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { words } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { propertyToasts } from '~/texts/properties.ts'

// The quick add offers four of the six (spec 1 §3).
const types = propertyTypes
  .filter((type) => type !== 'studio' && type !== 'duplex')
  .map((value) => ({ value, label: words(value) }))

/** The required fields of a property; the rest can follow on its page. */
export function QuickPropertyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Add Property"
      description="Just the essentials. You can add the name, city and other details later."
    >
      <Fields onClose={onClose} />
    </Dialog>
  )
}

function Fields({ onClose }: { onClose: () => void }) {
  const form = useZodForm(QuickPropertyForm, {
    defaultValues: { address: '', type: 'apartment', monthlyRent: '', bedrooms: '', bathrooms: '', description: '' },
  })
  const { control } = form
  const [add, { isLoading }] = useCreatePropertyMutation()
  const save = async (values: z.output<typeof QuickPropertyForm>) => {
    try {
      await add(values).unwrap()
      toast({ variant: 'success', title: propertyToasts.added })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toastError(propertyToasts.addFailed, error)
    }
  }
  return (
    <Form form={form} onSubmit={save} className="flex-1">
      <TextField
        control={control}
        name="address"
        label="Address"
        autoComplete="off"
        placeholder="1420 SE Alder St, Unit 3"
        required
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <SelectField control={control} name="type" label="Property Type" options={types} />
        <MoneyField control={control} name="monthlyRent" label="Monthly Rent" required />
        <NumberField control={control} name="bedrooms" label="Bedrooms" inputMode="numeric" min={1} step={1} required />
        <NumberField control={control} name="bathrooms" label="Bathrooms" min={0.5} step={0.5} required />
      </div>
      <TextareaField control={control} name="description" label="Description" rows={3} optional />
      <FormFooter submit="Add Property" loading={isLoading} onCancel={onClose} />
    </Form>
  )
}
