import { plannedRents } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { useCreateTenantMutation, useUpdateTenantMutation } from '~/api/tenants.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { plural } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { tenantToasts } from '~/texts/tenants.ts'
import { Form, showIssues } from '../form/form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Choice, joined } from './occupied-choice.tsx'
import { TenancyFields } from './tenant-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { MoreFields } from './more-fields.tsx'
import { useOccupants } from './use-occupants.ts'
import { useTenantForm, type Home, type TenantValues } from './tenant-form.ts'
import { useCatchUp } from './use-catch-up.ts'
import { useRentChange } from './use-rent-change.ts'
import { useRentTerms } from './use-rent-terms.ts'
import { useReturn } from './use-return.ts'

export interface TenantDialogProps {
  /** Edits this one; absent, adds one. */
  tenant?: Tenant
  /** Chosen from the start. */
  home?: Home
  needsPhone?: boolean
  /** An inactive one, to be made active. */
  comesBack?: boolean
  /** What the toast says when adding fails. */
  failure?: string
  onClose: () => void
}

/** Adds or edits a tenant: who they are, where and on what terms they live. */
export function TenantDialog(props: TenantDialogProps) {
  const { tenant, onClose } = props
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={tenant ? 'Edit Tenant' : 'Add New Tenant'}
      description={tenant ? undefined : 'Only a name and an email address are required. You can add the rest later.'}
    >
      <Fields {...props} />
    </Dialog>
  )
}

const getsRents = ({ monthlyRent, leaseStartDate }: Pick<TenantValues, 'monthlyRent' | 'leaseStartDate'>) =>
  Boolean(monthlyRent && leaseStartDate)

function Fields({
  tenant,
  home,
  needsPhone,
  comesBack,
  failure = 'Failed to create tenant',
  onClose,
}: TenantDialogProps) {
  const form = useTenantForm({ tenant, home, needsPhone, comesBack })
  const [create, creating] = useCreateTenantMutation()
  const [update, updating] = useUpdateTenantMutation()
  const [more, setMore] = useState(
    Boolean(
      tenant && (tenant.dateOfBirth || tenant.employerName || tenant.monthlyIncome || tenant.emergencyContactName),
    ),
  )

  const back = useReturn(form, tenant)
  const isAgain = back.asked?.value === 'again'
  const [propertyId, unitId] = useWatch({ control: form.control, name: ['propertyId', 'unitId'] })
  const occupants = useOccupants({ propertyId, unitId }, tenant, back.asked?.value ?? '')
  // An answer applies only to the home that it was given for.
  const [answer, setAnswer] = useState<{ home: string; choice: Choice }>({ home: '', choice: '' })
  const choice = occupants.isAsked && answer.home === occupants.home ? answer.choice : ''
  const [missed, setMissed] = useState('')
  const question = useRef<HTMLDivElement>(null)

  const failed = back.failed ?? occupants.failed
  // Moving in again continues the billing of before.
  const isSettingUp = isAgain ? back.asked?.tenancy.billing === null : !(tenant && getsRents(tenant))
  const rents = useRentTerms(form, isSettingUp && !joined(choice))
  const change = useRentChange(form, tenant)
  const proposeCatchUp = useCatchUp()

  const save = async (typed: TenantValues) => {
    // Without an answer the form would assume a mistaken move-out or a vacant home: both charge rents.
    if (failed) {
      toastError(tenant ? 'Failed to update tenant' : failure, failed.error)
      return failed.retry()
    }
    // A co-tenant has the terms of the tenancy.
    if (!joined(choice) && !back.validate(typed)) return
    if (occupants.isAsked && choice === '') {
      setMissed(occupants.home)
      question.current?.querySelector<HTMLElement>('[role=radio]')?.focus({ preventScroll: true })
      question.current?.scrollIntoView({ block: 'center' })
      return
    }
    const tenancyId = joined(choice)
    if (!tenancyId && !(await rents.validate())) return
    const { joinedOn: _, ...own } = typed
    const values = tenancyId ? { ...typed, tenancyId } : rents.valuesOf(own)
    const rentFrom = change?.from
    try {
      if (tenant) await update({ id: tenant.id, ...values, ...(rentFrom ? { rentFrom } : {}) }).unwrap()
      else await create(values).unwrap()
      const isNews = !tenancyId && getsRents(values) && isSettingUp
      toast({
        variant: 'success',
        title: tenant ? 'Tenant updated successfully' : tenantToasts.added,
        ...(isNews ? { description: setUpText(rents.terms?.preview?.count) } : {}),
      })
      onClose()
      if (rentFrom && tenant?.tenancyId && values.monthlyRent)
        await proposeCatchUp({ tenancyId: tenant.tenancyId, from: rentFrom, monthlyRent: values.monthlyRent })
    } catch (error) {
      toastError(tenant ? 'Failed to update tenant' : failure, error)
      // The one thing that two tenants can't share.
      if (hasCode(error, 'conflict'))
        form.setError('email', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
      else if (hasCode(error, 'nights-taken'))
        form.setError('leaseStartDate', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
      else if (showIssues(form, error)) setMore(true)
    }
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      onInvalid={() => setMore((open) => open || hasHiddenFault(form.formState.errors))}
      className="flex-1 gap-6!"
    >
      <ContactFields form={form} needsPhone={needsPhone} />
      <TenancyFields
        form={form}
        tenant={tenant}
        occupants={occupants}
        returning={back.asked}
        rentTerms={rents.terms}
        rentChange={change}
        question={{
          value: choice,
          onChange: (next) => setAnswer({ home: occupants.home, choice: next }),
          isMissed: choice === '' && missed !== '' && missed === occupants.home,
          ref: question,
        }}
      />
      <MoreFields form={form} open={more} onToggle={() => setMore(!more)} />
      <FormFooter
        submit={tenant ? 'Save changes' : 'Add Tenant'}
        loading={creating.isLoading || updating.isLoading || occupants.isAsking || back.isAsking}
        onCancel={onClose}
      />
    </Form>
  )
}

/** A lease whose billing ends with a short term has fewer. */
const setUpText = (count = plannedRents): string =>
  count === plannedRents ? '12 monthly payments were created.' : `${plural(count, 'monthly payment')} created.`

const hidden = ['dateOfBirth', 'employerName', 'monthlyIncome', 'emergencyContactName', 'emergencyContactPhone']
const hasHiddenFault = (errors: object) => hidden.some((name) => name in errors)
