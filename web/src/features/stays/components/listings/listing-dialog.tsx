import type { ShortTermRental } from '@keyhold/contracts/properties/stays/listings'
import type { z } from '@keyhold/contracts/zod'
import { useWatch, type Control } from 'react-hook-form'
import { messageOf } from '~/api/client/problem.ts'
import { useCreateRentalMutation, useUpdateRentalMutation } from '~/api/listings.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { useListUnitsQuery } from '~/api/units.ts'
import { MoneyField, NumberField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast } from '~/lib/toast.ts'
import { ListingForm, startingListing } from './listing-form.ts'

type Values = z.output<typeof ListingForm>
type ListingControl = Control<z.input<typeof ListingForm>, unknown, Values>

/** Lists a home for short stays, or edits a listing. */
export function ListingDialog({ rental, onClose }: { rental?: ShortTermRental | undefined; onClose: () => void }) {
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={rental ? 'Edit Rental Listing' : 'Add Rental Listing'}
      description={rental ? undefined : 'Prices by night, fees, taxes and photos can be set once it is listed.'}
    >
      <Fields rental={rental} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ rental, onClose }: { rental?: ShortTermRental | undefined; onClose: () => void }) {
  const { properties, options } = usePropertyChoices()
  const [create, creating] = useCreateRentalMutation()
  const [update, updating] = useUpdateRentalMutation()
  const form = useZodForm(ListingForm, {
    defaultValues: startingListing(rental, properties.length === 1 ? properties[0]?.id : undefined),
  })
  const { control } = form

  const save = async ({ propertyId, unitId, ...values }: Values) => {
    try {
      if (rental) await update({ id: rental.id, ...values }).unwrap()
      else await create({ propertyId, ...(unitId ? { unitId } : {}), ...values }).unwrap()
      toast({
        variant: 'success',
        title: 'Success',
        description: `Short-term rental listing ${rental ? 'updated' : 'created'} successfully`,
      })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toast({
        variant: 'destructive',
        title: 'Error',
        description: messageOf(error, `Failed to ${rental ? 'update' : 'create'} rental listing`),
      })
    }
  }

  return (
    <Form form={form} onSubmit={save} className="flex-1">
      {!rental && <HomeFields control={control} options={options} />}
      <TextField
        control={control}
        name="listingName"
        label="Listing name"
        placeholder="Sunny loft near the park"
        required
      />
      <TextareaField control={control} name="listingDescription" label="Description" rows={4} optional />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <NumberField control={control} name="maxGuests" label="Max guests" inputMode="numeric" required />
        <MoneyField control={control} name="basePrice" label="Base price per night" required />
        <MoneyField control={control} name="cleaningFee" label="Cleaning fee" />
      </div>
      <FormGroup title="Stays">
        <NumberField control={control} name="minStayNights" label="Minimum stay" after="nights" inputMode="numeric" />
        <NumberField control={control} name="maxStayNights" label="Maximum stay" after="nights" inputMode="numeric" />
        <TextField control={control} name="checkInTime" label="Check-in time" type="time" />
        <TextField control={control} name="checkOutTime" label="Check-out time" type="time" />
      </FormGroup>
      <TextField
        control={control}
        name="amenities"
        label="Amenities"
        placeholder="Wifi, Kitchen, Free parking"
        hint="Separate them with commas."
        optional
      />
      <TextField
        control={control}
        name="houseRules"
        label="House rules"
        placeholder="No smoking, No parties, Quiet after 10 PM"
        hint="Separate them with commas."
        optional
      />
      <FormFooter
        submit={rental ? 'Save changes' : 'Create Listing'}
        loading={creating.isLoading || updating.isLoading}
        onCancel={onClose}
      />
    </Form>
  )
}

/** The property, and its unit where there are several. */
function HomeFields({
  control,
  options,
}: {
  control: ListingControl
  options: readonly { value: string; label: string }[]
}) {
  const propertyId = useWatch({ control, name: 'propertyId' })
  const units = useListUnitsQuery({ id: propertyId }, { skip: !propertyId }).currentData ?? []
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        control={control}
        name="propertyId"
        label="Property"
        placeholder="Choose a property"
        options={[...options]}
        required
        className={units.length > 1 ? '' : 'sm:col-span-2'}
      />
      {units.length > 1 && (
        <SelectField
          control={control}
          name="unitId"
          label="Unit"
          none="The first unit"
          options={units.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </div>
  )
}
