import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { useWatch } from 'react-hook-form'
import { useVendors } from '~/api/vendors.ts'
import { TextField } from '~/components/form/fields.tsx'
import { FormField, shown } from '~/components/form/form-field.tsx'
import type { useZodForm } from '~/components/form/use-zod-form.ts'
import { Select } from '~/components/ui/select.tsx'
import { contactOf, newVendor, vendorOptions } from '../form.ts'
import { FieldGroup } from './field-group.tsx'
import type { RequestForm } from './request-form.ts'

/** Chooses a saved vendor, or takes a new name, which is then saved. */
export function VendorFields({
  form,
  request,
}: {
  form: ReturnType<typeof useZodForm<typeof RequestForm>>
  request: MaintenanceRequest | undefined
}) {
  const { control, setValue, getValues } = form
  const vendors = useVendors()
  const vendor = useWatch({ control, name: 'vendor' })
  const takeContact = (chosen: string) => {
    const saved = vendors.find(({ id }) => id === chosen)
    // Choosing the request's own vendor again restores its contact.
    const contact = chosen !== '' && chosen === request?.vendorId ? request.vendorContact : contactOf(saved)
    if (getValues('vendorContact') !== contact) setValue('vendorContact', contact ?? '', { shouldDirty: true })
  }
  return (
    <FieldGroup title="Vendor">
      <FormField
        control={control}
        name="vendor"
        label="Vendor"
        className={vendor === newVendor ? undefined : 'sm:col-span-2'}
      >
        {({ value, onChange, ...bound }) => (
          <Select
            {...bound}
            options={[{ value: noVendor, label: 'No vendor' }, ...vendorOptions(vendors, request)]}
            value={shown(value) || noVendor}
            onValueChange={(next) => {
              const chosen = next === noVendor ? '' : next
              onChange(chosen)
              takeContact(chosen)
            }}
          />
        )}
      </FormField>
      {vendor === newVendor && (
        <TextField control={control} name="vendorName" label="Vendor name" autoComplete="off" required />
      )}
      {vendor !== '' && (
        <TextField
          control={control}
          name="vendorContact"
          label="Vendor contact"
          placeholder="Phone or email"
          autoComplete="off"
          className="sm:col-span-2"
          hint={vendor === newVendor ? 'Saved to your vendors, so you can choose it again.' : undefined}
          optional
        />
      )}
    </FieldGroup>
  )
}

// Radix refuses an item with the value ''.
const noVendor = 'none'
