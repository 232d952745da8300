import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListTenanciesInfiniteQuery } from '~/api/tenancies.ts'
import { useListUnitsQuery } from '~/api/units.ts'
import { Callout } from '~/components/ui/states.tsx'
import { cn } from '~/lib/cn.ts'
import { headlineMoney, list } from '~/lib/format.ts'
import { SwitchField } from '../form/choice-fields.tsx'
import { DateField, MoneyField, TextField } from '../form/fields.tsx'
import { FormGroup } from '../form/form-group.tsx'
import { SelectField } from '../form/select-field.tsx'
import { namesOf } from './members.ts'
import { type Choice, OccupiedChoice } from './occupied-choice.tsx'
import { usePropertyOptions } from './property-options.ts'
import { ReturnQuestion } from './return-question.tsx'
import { usePrefilledHome, type TenantFormApi } from './tenant-form.ts'
import type { Return, ReturnChoice } from './use-return.ts'

export function ContactFields({ form: { control }, needsPhone }: { form: TenantFormApi; needsPhone?: boolean }) {
  return (
    <FormGroup title="Contact">
      <TextField control={control} name="firstName" label="First Name" autoComplete="off" required />
      <TextField control={control} name="lastName" label="Last Name" autoComplete="off" required />
      <TextField
        control={control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
      />
      <TextField
        control={control}
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="off"
        required={needsPhone}
        optional={!needsPhone}
      />
    </FormGroup>
  )
}

/** What a form holds may be anything until it was judged. */
const idOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Who lives in the home that the form names, and which one that is. Where a tenant is already they don't move, unless they move in again:
 * `isAsked` says whether there is a choice how to live with those who are there; `failed`: that is not known, unless it is tried again.
 */
export function useThere(form: TenantFormApi, tenant: Tenant | undefined, comesBack: ReturnChoice) {
  const [propertyId, unitId] = useWatch({ control: form.control, name: ['propertyId', 'unitId'] })
  const property = idOf(propertyId)
  // Without a unit it is the first, whose id is the property's.
  const home = idOf(unitId) || property
  const isMoving = home !== '' && (comesBack === 'again' || home !== (tenant?.unitId ?? tenant?.propertyId ?? ''))
  const isWatched = isMoving || (home !== '' && comesBack === 'back')
  const current = useListTenanciesInfiniteQuery(
    { propertyId: property, status: 'current', limit: 50 },
    { skip: !isWatched },
  )
  const { currentData, isFetching, error } = current
  const there = isWatched ? itemsOf(currentData).filter((tenancy) => (tenancy.unitId ?? property) === home) : []
  // Their own that others went on with is one to come back into, but nobody else's.
  const tenancies = isMoving ? there : there.filter(({ id }) => id !== tenant?.tenancyId)
  const failed = isWatched && !currentData && error ? { error, retry: () => void current.refetch() } : null
  return {
    home,
    tenancies,
    isAsked: isMoving && tenancies.length > 0,
    isAsking: isWatched && isFetching && !currentData,
    failed,
  }
}

const noUnits: never[] = []

export interface Question {
  value: Choice
  onChange: (choice: Choice) => void
  /** It was left unanswered. */
  isMissed: boolean
  ref: RefObject<HTMLDivElement | null>
}

export function TenancyFields({
  form,
  tenant,
  there,
  question,
  comesBack,
}: {
  form: TenantFormApi
  tenant?: Tenant
  there: Pick<ReturnType<typeof useThere>, 'tenancies' | 'isAsked'>
  question: Question
  comesBack: Return | null
}) {
  const { control } = form
  const { properties, options } = usePropertyOptions()
  const [rent, start, propertyId] = useWatch({ control, name: ['monthlyRent', 'leaseStartDate', 'propertyId'] })
  const home = idOf(propertyId)
  const units = useListUnitsQuery({ id: home }, { skip: home === '' }).currentData ?? noUnits
  usePrefilledHome(form, properties, units, tenant)
  const joins = question.value.startsWith('join:') && there.isAsked
  const isAgain = comesBack?.value === 'again'
  // Whoever moves in again pays as before.
  const getsTwelve = !joins && (!tenant || (isAgain && comesBack.tenancy.billing === null))
  const active = tenant && (
    <SwitchField
      control={control}
      name="isActive"
      label="Active tenant"
      hint={
        tenant.isActive
          ? 'Turn off once they have moved out; their home becomes vacant.'
          : 'Turn on once they live there, or are to.'
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
          ? 'Saving sets up 12 monthly payments.'
          : 'With a rent and a lease start, 12 monthly payments are set up.')
      }
    >
      {!tenant?.isActive && active}
      {tenant && comesBack && <ReturnQuestion tenant={tenant} asked={comesBack} />}
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
          options={units.map(({ id, name, isOccupied, marketRent }) => ({
            value: id,
            label: name,
            hint: [isOccupied ? 'Occupied' : 'Vacant', marketRent !== null && `${headlineMoney(marketRent)}/month`]
              .filter(Boolean)
              .join(' · '),
          }))}
          placeholder="Choose a unit"
          className="sm:col-span-2"
        />
      )}
      {there.isAsked && <OccupiedChoice tenancies={there.tenancies} question={question} tenant={tenant} />}
      {there.tenancies.length > 0 && !there.isAsked && (
        <Callout tone="warning" title="Somebody else lives there by now" className="sm:col-span-2">
          {list(there.tenancies.map(namesOf))}. Both tenancies are charged their rents.
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
        </>
      )}
      {tenant?.isActive && active}
    </FormGroup>
  )
}

/** What helps but rarely is at hand when a tenant is added: behind a button. */
export function MoreFields({
  form: { control },
  open,
  onToggle,
}: {
  form: TenantFormApi
  open: boolean
  onToggle: () => void
}) {
  const block = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    // What was just asked for should not open out of sight.
    if (open && !wasOpen.current) block.current?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    wasOpen.current = open
  }, [open])
  return (
    <div ref={block} className="border-t border-line pt-4">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-9 w-full items-center gap-2 rounded-md text-left phone:min-h-11"
      >
        <span className="flex-1">
          <span className="font-semibold tracking-tight">More about them</span>
          <span className="block text-sm text-muted">Date of birth, employment, emergency contact</span>
        </span>
        <ChevronDown aria-hidden className={cn('size-4 text-muted transition-[rotate]', open && 'rotate-180')} />
      </button>
      {open && (
        <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
          <DateField control={control} name="dateOfBirth" label="Date of Birth" optional />
          <TextField control={control} name="employerName" label="Employer" autoComplete="off" optional />
          <MoneyField control={control} name="monthlyIncome" label="Monthly Income" optional />
          <TextField
            control={control}
            name="emergencyContactName"
            label="Emergency Contact Name"
            autoComplete="off"
            optional
          />
          <TextField
            control={control}
            name="emergencyContactPhone"
            label="Emergency Contact Phone"
            type="tel"
            autoComplete="off"
            optional
          />
        </div>
      )}
    </div>
  )
}
