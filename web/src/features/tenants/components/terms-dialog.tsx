import { type Tenancy, TenancyChanges } from '@keyhold/contracts/tenancy/tenancies'
import { z } from '@keyhold/contracts/zod'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { useUpdateTenancyMutation } from '~/api/tenancies.ts'
import { CheckboxField } from '~/components/form/choice-fields.tsx'
import { DateField, MoneyField, NumberField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { prorationOptions } from '~/components/money/words.ts'
import { namesOf } from '~/components/tenancy/members.ts'
import { firstChange } from '~/components/tenancy/rent-steps.ts'
import { useCatchUp } from '~/components/tenancy/use-catch-up.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { planOptions, termOptionsFor } from '../terms-words.ts'

const shape = TenancyChanges.shape
/** The form has flat billing fields; `plan` says whether there is any billing. */
const TermsForm = z
  .object({
    startDate: shape.startDate,
    endDate: shape.endDate,
    termKind: z.enum(['fixed', 'rollover', 'at_will']),
    monthlyRent: shape.monthlyRent,
    securityDeposit: shape.securityDeposit,
    rentSteps: shape.rentSteps.unwrap(),
    plan: z.enum(['twelve', 'billing']),
    dueDay: z.preprocess(
      (value) => (value === '' ? null : value),
      z.coerce.number().int().min(1, 'Enter a day from 1 to 31').max(31, 'Enter a day from 1 to 31').nullable(),
    ),
    proration: z.enum(['none', 'actual', 'thirty', 'annual365']),
    postingDays: z.coerce
      .number()
      .int()
      .min(0, 'Enter a number of days from 0 to 60')
      .max(60, 'Enter a number of days from 0 to 60'),
    endsWithTerm: z.boolean(),
    billFrom: z.string(),
  })
  .superRefine(({ startDate, endDate, termKind, rentSteps }, judged) => {
    const fault = (message: string, ...path: (string | number)[]) => judged.addIssue({ code: 'custom', path, message })
    if (termKind !== 'at_will' && startDate && endDate && endDate <= startDate)
      fault('The tenancy must end after it starts', 'endDate')
    rentSteps.forEach(({ startsOn }, index) => {
      const before = rentSteps[index - 1]
      if (startDate && startsOn <= startDate)
        fault('A new rent begins after the start of the tenancy', 'rentSteps', index, 'startsOn')
      else if (before && startsOn <= before.startsOn)
        fault('Each new rent begins after the one before it', 'rentSteps', index, 'startsOn')
    })
  })

function useTermsForm(tenancy: Tenancy) {
  return useZodForm(TermsForm, {
    defaultValues: {
      startDate: tenancy.startDate ?? '',
      endDate: tenancy.endDate ?? '',
      termKind: tenancy.termKind,
      monthlyRent: tenancy.monthlyRent ?? '',
      securityDeposit: tenancy.securityDeposit ?? '',
      rentSteps: tenancy.rentSteps,
      plan: tenancy.billing?.postingDays == null ? 'twelve' : 'billing',
      dueDay: tenancy.billing?.dueDay ?? '',
      proration: tenancy.billing?.proration ?? 'none',
      postingDays: tenancy.billing?.postingDays ?? 5,
      endsWithTerm: tenancy.billing?.endsWithTerm ?? false,
      billFrom: tenancy.billing?.billFrom ?? '',
    },
  })
}

/** The terms of a tenancy, which apply to all its tenants. */
export function TermsDialog({ tenancy, onClose }: { tenancy: Tenancy; onClose: () => void }) {
  const [save, { isLoading }] = useUpdateTenancyMutation()
  const form = useTermsForm(tenancy)
  const steps = useFieldArray({ control: form.control, name: 'rentSteps' })
  const [plan, kind, endDate] = useWatch({ control: form.control, name: ['plan', 'termKind', 'endDate'] })
  const proposeCatchUp = useCatchUp()
  const hasBegun = tenancy.monthlyRent !== null && tenancy.startDate !== null && tenancy.startDate <= today()
  const isChosen = Boolean(form.formState.dirtyFields.proration)
  const proposeProration = useEffectEvent((chosen: typeof plan) => {
    // Rents of every month are prorated unless something else is chosen.
    if (!tenancy.billing && !isChosen) form.setValue('proration', chosen === 'billing' ? 'actual' : 'none')
  })
  useEffect(() => proposeProration(plan), [plan])
  const submit = async ({ plan: chosen, postingDays, ...values }: z.output<typeof TermsForm>) => {
    const { dueDay, proration, endsWithTerm, billFrom, ...terms } = values
    try {
      const plain = chosen === 'twelve' && dueDay === null && proration === 'none' && !endsWithTerm && !billFrom
      const days = chosen === 'twelve' ? null : postingDays
      const billing = { dueDay, proration, postingDays: days, endsWithTerm, billFrom }
      await save({
        id: tenancy.id,
        ...terms,
        endDate: terms.termKind === 'at_will' ? null : terms.endDate,
        billing: plain && !tenancy.billing?.splitAfter ? null : billing,
      }).unwrap()
      toast({ variant: 'success', title: 'Terms saved', description: 'Upcoming rents use the new terms.' })
      onClose()
      // The earliest change says what the rents since then would have been.
      const change = firstChange(tenancy, { monthlyRent: tenancy.monthlyRent, rentSteps: terms.rentSteps })
      if (change) await proposeCatchUp({ tenancyId: tenancy.id, ...change })
    } catch (error) {
      if (hasCode(error, 'nights-taken'))
        form.setError('startDate', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
      else if (!showIssues(form, error)) toastError('Failed to save the terms', error)
    }
  }
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title="Lease terms"
      description={`${namesOf(tenancy)}. Rents that are already due or partly paid don’t change.`}
    >
      <Form form={form} onSubmit={submit} className="flex-1 gap-6!">
        <FormGroup title="Term">
          <SelectField
            control={form.control}
            name="termKind"
            label="Lease type"
            options={termOptionsFor(Boolean(endDate))}
            hint={kind === 'fixed' && !endDate && 'Add a lease end to make it a fixed term.'}
            className="sm:col-span-2"
          />
          <DateField control={form.control} name="startDate" label="Lease Start" optional />
          {kind !== 'at_will' && <DateField control={form.control} name="endDate" label="Lease End" optional />}
        </FormGroup>
        <FormGroup title="Rent">
          <MoneyField
            control={form.control}
            name="monthlyRent"
            label="Monthly Rent"
            readOnly={hasBegun}
            hint={hasBegun && 'Add a rent step to change the rent starting on a certain date.'}
            optional
          />
          <MoneyField control={form.control} name="securityDeposit" label="Security Deposit" optional />
          {steps.fields.map((field, index) => (
            <div key={field.id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:col-span-2">
              <DateField control={form.control} name={`rentSteps.${index}.startsOn`} label="From" required />
              <MoneyField control={form.control} name={`rentSteps.${index}.monthlyRent`} label="Rent" required />
              <IconButton label={`Remove rent step ${index + 1}`} className="mt-7" onClick={() => steps.remove(index)}>
                <Trash2 aria-hidden />
              </IconButton>
            </div>
          ))}
          <Button
            type="button"
            size="sm"
            variant="secondary"
            className="justify-self-start sm:col-span-2"
            icon={<Plus aria-hidden />}
            onClick={() => steps.append({ startsOn: '', monthlyRent: '' })}
          >
            Add a rent step
          </Button>
        </FormGroup>
        <BillingFields form={form} plan={plan} hasTerm={kind === 'fixed' && Boolean(endDate)} />
        <FormFooter submit="Save terms" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** When rents are posted and due, how parts of a month are charged, and from when. */
function BillingFields({
  form,
  plan,
  hasTerm,
}: {
  form: ReturnType<typeof useTermsForm>
  plan: 'twelve' | 'billing'
  /** The lease has an end. */
  hasTerm: boolean
}) {
  return (
    <FormGroup title="How rents are charged">
      <SelectField
        control={form.control}
        name="plan"
        label="Schedule"
        options={planOptions}
        className="sm:col-span-2"
      />
      <NumberField
        control={form.control}
        name="dueDay"
        label="Day rent is due"
        step="1"
        hint="Defaults to the day the lease starts. In shorter months, rent is due on the last day."
        optional
      />
      {plan === 'billing' ? (
        <NumberField control={form.control} name="postingDays" label="Charged in advance" step="1" after="days" />
      ) : (
        hasTerm && (
          <CheckboxField
            control={form.control}
            name="endsWithTerm"
            label="Billing ends with the lease"
            hint="Even if the lease is shorter than twelve months."
            className="self-center"
          />
        )
      )}
      <SelectField
        control={form.control}
        name="proration"
        label="First and last month"
        options={prorationOptions}
        className="sm:col-span-2"
      />
      <DateField
        control={form.control}
        name="billFrom"
        label="Bill from"
        hint="Rents due before this day are not charged. Defaults to the lease start."
        className="sm:col-span-2"
        optional
      />
    </FormGroup>
  )
}
