import { type Vendor, VendorForm } from '@keyhold/contracts/maintenance/vendors'
import type { z } from '@keyhold/contracts/zod'
import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import { landlordCategories } from '@keyhold/contracts/maintenance/requests'
import { useCreateVendorMutation, useUpdateVendorMutation } from '~/api/vendors.ts'
import { TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Checkbox } from '~/components/ui/choices.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { words } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

type Values = ReturnType<typeof VendorForm.parse>
type Trade = Vendor['trades'][number]

/** Adds a vendor, or edits one. */
export function VendorDialog({ vendor, onClose }: { vendor?: Vendor | undefined; onClose: () => void }) {
  const [create, creating] = useCreateVendorMutation()
  const [update, updating] = useUpdateVendorMutation()
  const form = useZodForm(VendorForm, {
    defaultValues: {
      name: vendor?.name ?? '',
      phone: vendor?.phone ?? '',
      email: vendor?.email ?? '',
      trades: vendor?.trades ?? [],
      notes: vendor?.notes ?? '',
    },
  })
  const { control } = form

  const save = async (values: Values) => {
    try {
      await (vendor ? update({ id: vendor.id, ...values }) : create(values)).unwrap()
      toast({ variant: 'success', title: vendor ? 'Vendor updated' : 'Vendor added', description: values.name })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toastError(vendor ? 'Failed to update the vendor' : 'Failed to add the vendor', error)
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={vendor ? 'Edit vendor' : 'Add Vendor'}
      description={
        vendor
          ? 'Existing requests keep the name and contact they were created with.'
          : 'Save a vendor once, then choose it for any request.'
      }
    >
      <Form form={form} onSubmit={save} className="flex-1">
        <TextField
          control={control}
          name="name"
          label="Name"
          placeholder="Northside Plumbing"
          autoComplete="off"
          required
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="phone" label="Phone" type="tel" autoComplete="off" optional />
          <TextField control={control} name="email" label="Email" type="email" autoComplete="off" optional />
        </div>
        <Trades control={control} />
        <TextareaField
          control={control}
          name="notes"
          label="Notes"
          rows={3}
          hint="Hours, rates, homes they know."
          optional
        />
        <FormFooter
          submit={vendor ? 'Save changes' : 'Add vendor'}
          loading={creating.isLoading || updating.isLoading}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

function Trades({ control }: { control: Control<z.input<typeof VendorForm>, unknown, Values> }) {
  const id = useId()
  const { field } = useController({ control, name: 'trades' })
  const chosen: Trade[] = field.value ?? []
  const offered = [...new Set<Trade>([...landlordCategories, ...chosen])]
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">
        Trades <span className="font-normal text-muted">(optional)</span>
      </legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2.5 sm:grid-cols-4">
        {offered.map((trade) => (
          <div key={trade} className="flex items-center gap-2 phone:min-h-9">
            <Checkbox
              id={`${id}-${trade}`}
              checked={chosen.includes(trade)}
              onCheckedChange={(checked) =>
                field.onChange(checked === true ? [...chosen, trade] : chosen.filter((one) => one !== trade))
              }
            />
            <label htmlFor={`${id}-${trade}`}>{words(trade)}</label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
