import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { useListUnitsQuery } from '~/api/units.ts'
import { Callout } from '~/components/ui/states.tsx'
import { list } from '~/lib/format.ts'
import { SwitchField } from '../form/choice-fields.tsx'
import { DateField, MoneyField } from '../form/fields.tsx'
import { FormGroup } from '../form/form-group.tsx'
import { SelectField } from '../form/select-field.tsx'
import { Field } from '../ui/field.tsx'
import { DateInput } from '../ui/input.tsx'
import { namesOf } from './members.ts'
import { type Choice, OccupiedChoice } from './occupied-choice.tsx'
import { unitOptionOf, usePropertyOptions } from './property-options.ts'
import { RentTermsFields } from './rent-terms-fields.tsx'
import { ReturnQuestion } from './return-question.tsx'
import { idOf, usePrefilledHome, type TenantFormApi } from './tenant-form.ts'
import type { Return } from './use-return.ts'
import type { useOccupants } from './use-occupants.ts'
import type { RentChange } from './use-rent-change.ts'
import type { RentTerms } from './use-rent-terms.ts'

const noUnits: never[] = []

export interface Question {
  value: Choice
  onChange: (choice: Choice) => void
  /** The form was submitted without an answer. */
  isMissed: boolean
  ref: RefObject<HTMLDivElement | null>
}

export function TenancyFields({
  form,
  tenant,
  occupants,
  question,
  returning,
  rentTerms,
  rentChange,
}: {
  form: TenantFormApi
  tenant?: Tenant
  occupants: Pick<ReturnType<typeof useOccupants>, 'tenancies' | 'isAsked'>
  question: Question
  returning: Return | null
  /** Null where no rents are set up. */
  rentTerms: RentTerms | null
  rentChange: RentChange | null
}) {
  const { control } = form
  const { properties, options } = usePropertyOptions()
  const [rent, start, propertyId] = useWatch({ control, name: ['monthlyRent', 'leaseStartDate', 'propertyId'] })
  const home = idOf(propertyId)
  const units = useListUnitsQuery({ id: home }, { skip: home === '' }).currentData ?? noUnits
  usePrefilledHome(form, properties, units, tenant)
  const joins = question.value.startsWith('join:') && occupants.isAsked
  const isAgain = returning?.value === 'again'
  // Moving in again continues the billing of before.
  const getsTwelve = !joins && (!tenant || (isAgain && returning.tenancy.billing === null))
  const active = tenant && (
    <SwitchField
      control={control}
      name="isActive"
      label="Active tenant"
      hint={
        tenant.isActive
          ? 'Turn off once they have moved out. Their home becomes vacant.'
          : 'Turn on when they live there or are about to move in.'
      }
      className="sm:col-span-2"
    />
  )
  return (
    <FormGroup
      title="Tenancy"
      hint={
        getsTwelve &&
        (rent && start
          ? `Saving creates ${rentTerms?.preview?.count ?? 12} monthly payments.`
          : 'Add a rent and a lease start to create 12 monthly payments.')
      }
    >
      {!tenant?.isActive && active}
      {tenant && returning && <ReturnQuestion tenant={tenant} asked={returning} />}
      <SelectField
        control={control}
        name="propertyId"
        label="Property"
        options={options}
        none="No property yet"
        className="sm:col-span-2"
      />
      {units.length > 1 && (
        <SelectField
          control={control}
          name="unitId"
          label="Unit"
          options={units.map(unitOptionOf)}
          placeholder="Choose a unit"
          className="sm:col-span-2"
        />
      )}
      {occupants.isAsked && (
        <OccupiedChoice tenancies={occupants.tenancies} question={question} tenant={tenant} form={form} />
      )}
      {occupants.tenancies.length > 0 && !occupants.isAsked && (
        <Callout tone="warning" title="Someone else lives there now" className="sm:col-span-2">
          {list(occupants.tenancies.map(namesOf))}. Both tenancies are charged rent.
        </Callout>
      )}
      {!joins && (
        <>
          <DateField
            control={control}
            name="leaseStartDate"
            label={isAgain ? 'Moves In On' : 'Lease Start'}
            required={isAgain}
            optional={!isAgain}
          />
          <DateField control={control} name="leaseEndDate" label="Lease End" optional />
          <MoneyField control={control} name="monthlyRent" label="Monthly Rent" optional />
          <MoneyField control={control} name="securityDeposit" label="Security Deposit" optional />
          {rentChange && (
            <Field
              label="New rent from"
              hint="Applies to rents that start on or after this day. Rents already charged don’t change."
              className="sm:col-span-2"
              required
            >
              {(own) => (
                <DateInput
                  {...own}
                  value={rentChange.from}
                  onChange={(event) => rentChange.onChange(event.target.value)}
                />
              )}
            </Field>
          )}
          {rentTerms && <RentTermsFields form={form} terms={rentTerms} />}
        </>
      )}
      {tenant?.isActive && active}
    </FormGroup>
  )
}
