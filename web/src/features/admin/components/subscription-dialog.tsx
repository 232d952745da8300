import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import type { PlanId } from '@keyhold/contracts/billing/plans'
import { useWatch } from 'react-hook-form'
import { useUpdateLandlordSubscriptionMutation } from '~/api/admin-subscriptions.ts'
import { CheckboxField } from '~/components/form/choice-fields.tsx'
import { DateField, NumberField } from '~/components/form/fields.tsx'
import { FormField, shown } from '~/components/form/form-field.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Select } from '~/components/ui/select.tsx'
import { fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { failures, successes } from '~/texts/admin.ts'
import { SubscriptionFacts } from './subscription-facts.tsx'
import {
  capOf,
  changesOf,
  fieldsOf,
  planOptions,
  statusOptions,
  SubscriptionFields,
  type SubscriptionTyped,
} from './subscription-form.ts'

/** Sets a landlord's plan, status and limit by hand. */
export function SubscriptionDialog({ landlord, onClose }: { landlord: AdminLandlord; onClose: () => void }) {
  const [update, { isLoading }] = useUpdateLandlordSubscriptionMutation()
  const form = useZodForm(SubscriptionFields, { defaultValues: fieldsOf(landlord) })
  const { control } = form
  const isUnlimited = useWatch({ control, name: 'isUnlimited' })
  const isTrial = useWatch({ control, name: 'subscriptionStatus' }) === 'trial'

  // A plan sets its limit, which can then be changed.
  const applyPlanLimit = (plan: PlanId) => {
    const cap = capOf(plan)
    form.setValue('isUnlimited', cap === null)
    form.setValue('maxProperties', cap ?? '', { shouldValidate: cap !== null })
  }

  const save = async (typed: SubscriptionTyped) => {
    try {
      await update(changesOf(typed, landlord)).unwrap()
      toast({ variant: 'success', title: successes.subscriptionUpdated, description: landlord.email })
      onClose()
    } catch (error) {
      toastError(failures.update, error)
      showIssues(form, error)
    }
  }

  return (
    <Dialog onClose={onClose} title="Manage Subscription" description={`${fullName(landlord)} · ${landlord.email}`}>
      <Form form={form} onSubmit={save} className="flex-1">
        <SubscriptionFacts landlordId={landlord.id} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormField control={control} name="subscriptionPlan" label="Plan" required>
            {({ value, onChange, ...bound }) => (
              <Select
                {...bound}
                options={planOptions}
                value={shown(value) as PlanId}
                onValueChange={(plan) => {
                  onChange(plan)
                  applyPlanLimit(plan)
                }}
              />
            )}
          </FormField>
          <SelectField control={control} name="subscriptionStatus" label="Status" options={statusOptions} required />
          <div className="grid gap-3">
            <NumberField
              control={control}
              name="maxProperties"
              label="Max Properties"
              inputMode="numeric"
              min={0}
              step={1}
              disabled={isUnlimited}
              placeholder={isUnlimited ? 'Unlimited' : undefined}
            />
            <CheckboxField control={control} name="isUnlimited" label="Unlimited" />
          </div>
          <DateField
            control={control}
            name="trialEndDate"
            label="Trial End Date"
            hint={isTrial ? 'The trial ends at the end of this day.' : 'Applies while the status is Trial.'}
            required={isTrial}
          />
        </div>
        <FormFooter submit="Update Subscription" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
