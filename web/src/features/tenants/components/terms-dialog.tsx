import { type Tenancy, TenancyChanges } from '@keyhold/contracts/tenancy/tenancies'
import { z } from '@keyhold/contracts/zod'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useUpdateTenancyMutation } from '~/api/tenancies.ts'
import { DateField, MoneyField, NumberField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { prorationOptions } from '~/components/money/words.ts'
import { namesOf } from '~/components/tenancy/members.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { planOptions, termOptions } from '../terms-words.ts'

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
      z.coerce.number().int().min(1, 'A day from 1 to 31').max(31, 'A day from 1 to 31').nullable(),
    ),
    proration: z.enum(['none', 'actual', 'thirty', 'annual365']),
    postingDays: z.coerce
      .number()
      .int()
      .min(0, 'A number of days from 0 to 60')
      .max(60, 'A number of days from 0 to 60'),
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

/** The terms of a tenancy, which apply to all its tenants. */
export function TermsDialog({ tenancy, onClose }: { tenancy: Tenancy; onClose: () => void }) {
  const [save, { isLoading }] = useUpdateTenancyMutation()
  const form = useZodForm(TermsForm, {
    // A rent step that is being filled in is not an error.
    mode: 'onSubmit',
    defaultValues: {
      startDate: tenancy.startDate ?? '',
      endDate: tenancy.endDate ?? '',
      termKind: tenancy.termKind,
      monthlyRent: tenancy.monthlyRent ?? '',
      securityDeposit: tenancy.securityDeposit ?? '',
      rentSteps: tenancy.rentSteps,
      plan: tenancy.billing ? 'billing' : 'twelve',
      dueDay: tenancy.billing?.dueDay ?? '',
      proration: tenancy.billing?.proration ?? 'actual',
      postingDays: tenancy.billing?.postingDays ?? 5,
    },
  })
  const steps = useFieldArray({ control: form.control, name: 'rentSteps' })
  const [plan, kind] = useWatch({ control: form.control, name: ['plan', 'termKind'] })
  const submit = async ({ plan: chosen, dueDay, proration, postingDays, ...terms }: z.output<typeof TermsForm>) => {
    try {
      const endDate = terms.termKind === 'at_will' ? null : terms.endDate
      await save({
        id: tenancy.id,
        ...terms,
        endDate,
        billing: chosen === 'twelve' ? null : { dueDay, proration, postingDays },
      }).unwrap()
      toast({ variant: 'success', title: 'Terms saved', description: 'Rents that are not due yet follow them.' })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to save the terms', error)
    }
  }
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title="Lease terms"
      description={`${namesOf(tenancy)}. Rents that are due already, or that money stands on, stay as they are.`}
    >
      <Form form={form} onSubmit={submit} className="flex-1 gap-6!">
        <FormGroup title="Term">
          <SelectField
            control={form.control}
            name="termKind"
            label="Kind"
            options={termOptions}
            className="sm:col-span-2"
          />
          <DateField control={form.control} name="startDate" label="Lease Start" optional />
          {kind !== 'at_will' && <DateField control={form.control} name="endDate" label="Lease End" optional />}
        </FormGroup>
        <FormGroup title="Rent">
          <MoneyField control={form.control} name="monthlyRent" label="Monthly Rent" optional />
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
        <FormGroup title="How rents are charged">
          <SelectField
            control={form.control}
            name="plan"
            label="Rents"
            options={planOptions}
            className="sm:col-span-2"
          />
          {plan === 'billing' && (
            <>
              <NumberField
                control={form.control}
                name="dueDay"
                label="Due on day"
                step="1"
                hint="The start's day when left empty; the month's last where it has none such."
                optional
              />
              <NumberField
                control={form.control}
                name="postingDays"
                label="Posted before it is due"
                step="1"
                after="days"
              />
              <SelectField
                control={form.control}
                name="proration"
                label="First and last month"
                options={prorationOptions}
                className="sm:col-span-2"
              />
            </>
          )}
        </FormGroup>
        <FormFooter submit="Save terms" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
