import type { Property } from '@keyhold/contracts/properties/properties'
import { CheckboxField } from '~/components/form/choice-fields.tsx'
import { MoneyField, NumberField, TextField, TextareaField } from '~/components/form/fields.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { TagsField } from '~/components/form/tags-field.tsx'
import { typeOptions } from './words.ts'
import { openPlacesOf, type PropertyFormApi } from './property-form.ts'

export function PropertyFields({
  form: { control },
  property,
}: {
  form: PropertyFormApi
  property?: Property | undefined
}) {
  const open = openPlacesOf(property)
  const asked = (place: (typeof open)[number]) => (open.includes(place) ? { optional: true } : { required: true })
  return (
    <>
      <FormGroup title="The home">
        <TextField
          control={control}
          name="name"
          label="Property Name"
          placeholder="Alder Loft"
          autoComplete="off"
          required
        />
        <SelectField control={control} name="propertyType" label="Property Type" options={typeOptions} required />
        <TextField
          control={control}
          name="address"
          label="Address"
          autoComplete="off"
          className="sm:col-span-2"
          required
        />
        <div className="grid grid-cols-2 items-start gap-4 sm:col-span-2 sm:grid-cols-[2fr_1fr_1fr]">
          <TextField
            control={control}
            name="city"
            label="City"
            autoComplete="off"
            className="col-span-2 sm:col-span-1"
            {...asked('city')}
          />
          <TextField control={control} name="state" label="State" autoComplete="off" {...asked('state')} />
          <TextField control={control} name="zipCode" label="ZIP Code" autoComplete="off" {...asked('zipCode')} />
        </div>
      </FormGroup>
      <FormGroup title="Terms">
        <MoneyField control={control} name="monthlyRent" label="Monthly Rent" required />
        <MoneyField control={control} name="securityDeposit" label="Security Deposit" optional />
      </FormGroup>
      <FormGroup title="Details">
        <div className="grid grid-cols-2 items-start gap-4 sm:col-span-2 sm:grid-cols-3">
          <NumberField control={control} name="bedrooms" label="Bedrooms" inputMode="numeric" min={1} step={1} />
          <NumberField control={control} name="bathrooms" label="Bathrooms" min={0.5} step={0.5} />
          <NumberField
            control={control}
            name="squareFeet"
            label="Square Feet"
            inputMode="numeric"
            min={1}
            step={1}
            after="sq ft"
          />
        </div>
        <TextareaField
          control={control}
          name="description"
          label="Description"
          rows={3}
          className="sm:col-span-2"
          optional
        />
        <TagsField
          control={control}
          name="amenities"
          label="Amenities"
          placeholder="Parking, Laundry, Balcony"
          hint="Press Enter or a comma after each."
          className="sm:col-span-2"
          optional
        />
        <CheckboxField
          control={control}
          name="isOccupied"
          label="Property is currently occupied"
          hint="Updates automatically once a tenant is added."
          className="sm:col-span-2"
        />
      </FormGroup>
    </>
  )
}
