import type { Tenant } from '@keyhold/contracts/tenancy'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { cn } from '~/lib/cn.ts'
import { Callout } from '~/components/ui/states.tsx'
import { headlineMoney, list } from '~/lib/format.ts'
import { SwitchField } from '../form/choice-fields.tsx'
import { DateField, MoneyField, TextField } from '../form/fields.tsx'
import { FormGroup } from '../form/form-group.tsx'
import { SelectField } from '../form/select-field.tsx'
import { useCurrentTenanciesQuery, useUnitChoicesQuery } from './api.ts'
import { namesOf } from './members.ts'
import { type Choice, OccupiedChoice } from './occupied-choice.tsx'
import { usePropertyOptions } from './property-options.ts'
import { usePrefilledHome, type TenantFormApi } from './tenant-form.ts'

export function ContactFields({ form: { control }, needsPhone }: { form: TenantFormApi; needsPhone?: boolean }) {
  return (
    <FormGroup title="Contact">
      <TextField control={control} name="firstName" label="First Name" autoComplete="off" required />
      <TextField control={control} name="lastName" label="Last Name" autoComplete="off" required />
      <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="off" required />
      <TextField control={control} name="phone" label="Phone" type="tel" autoComplete="off" required={needsPhone} optional={!needsPhone} />
    </FormGroup>
  )
}

/** What a form holds may be anything until it was judged. */
const idOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Who lives in the home that the form names, and which one that is. Where a tenant is already, they don't move. */
export function useThere(form: TenantFormApi, tenant: Tenant | undefined) {
  const [propertyId, unitId] = useWatch({ control: form.control, name: ['propertyId', 'unitId'] })
  const property = idOf(propertyId)
  // Without a unit it is the first, whose id is the property's.
  const home = idOf(unitId) || property
  const isMoving = home !== '' && home !== (tenant?.unitId ?? tenant?.propertyId ?? '')
  const { currentData, isFetching } = useCurrentTenanciesQuery({ propertyId: property, status: 'current', limit: 50 }, { skip: !isMoving })
  const tenancies = isMoving ? (currentData?.items ?? []).filter((tenancy) => (tenancy.unitId ?? property) === home) : []
  return { home, tenancies, isAsking: isMoving && isFetching && !currentData }
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
}: {
  form: TenantFormApi
  tenant?: Tenant
  there: ReturnType<typeof useThere>['tenancies']
  question: Question
}) {
  const { control } = form
  const { properties, options } = usePropertyOptions()
  const [rent, start, propertyId] = useWatch({ control, name: ['monthlyRent', 'leaseStartDate', 'propertyId'] })
  const home = idOf(propertyId)
  const units = useUnitChoicesQuery({ id: home }, { skip: home === '' }).currentData ?? noUnits
  usePrefilledHome(form, properties, units, tenant)
  const joins = question.value.startsWith('join:') && there.length > 0
  return (
    <FormGroup
      title="Tenancy"
      hint={
        !tenant &&
        !joins &&
        (rent && start ? 'Saving sets up 12 monthly payments.' : 'With a rent and a lease start, 12 monthly payments are set up.')
      }
    >
      <SelectField control={control} name="propertyId" label="Property" options={options} none="No property yet" className="sm:col-span-2" />
      {units.length > 1 && (
        <SelectField
          control={control}
          name="unitId"
          label="Unit"
          options={units.map(({ id, name, isOccupied, marketRent }) => ({
            value: id,
            label: name,
            hint: [isOccupied ? 'Occupied' : 'Vacant', marketRent !== null && `${headlineMoney(marketRent)}/month`].filter(Boolean).join(' · '),
          }))}
          placeholder="Choose a unit"
          className="sm:col-span-2"
        />
      )}
      {there.length > 0 && !tenant && <OccupiedChoice tenancies={there} question={question} />}
      {there.length > 0 && tenant && (
        <Callout tone="warning" title="Somebody lives there already" className="sm:col-span-2">
          {list(there.map(namesOf))}. {tenant.firstName} gets a tenancy apart from theirs, with a rent and a ledger of its own.
        </Callout>
      )}
      {!joins && (
        <>
          <DateField control={control} name="leaseStartDate" label="Lease Start" optional />
          <DateField control={control} name="leaseEndDate" label="Lease End" optional />
          <MoneyField control={control} name="monthlyRent" label="Monthly Rent" optional />
          <MoneyField control={control} name="securityDeposit" label="Security Deposit" optional />
        </>
      )}
      {tenant && (
        <SwitchField
          control={control}
          name="isActive"
          label="Active tenant"
          hint="Turn off once they have moved out; their home becomes vacant."
          className="sm:col-span-2"
        />
      )}
    </FormGroup>
  )
}

/** What helps but rarely is at hand when a tenant is added: behind a button. */
export function MoreFields({ form: { control }, open, onToggle }: { form: TenantFormApi; open: boolean; onToggle: () => void }) {
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
          <TextField control={control} name="emergencyContactName" label="Emergency Contact Name" autoComplete="off" optional />
          <TextField control={control} name="emergencyContactPhone" label="Emergency Contact Phone" type="tel" autoComplete="off" optional />
        </div>
      )}
    </div>
  )
}
