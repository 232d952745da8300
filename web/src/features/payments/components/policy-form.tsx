import { defaultGraceDays, type LateFeePolicy, LateFeePolicyForm } from '@keyhold/contracts/payments/late-fee-policies'
import { useWatch } from 'react-hook-form'
import { itemsOf, mostChoices } from '~/api/client/calls-of.ts'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { useSaveLateFeePolicyMutation } from '~/api/late-fee-policies.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { useListTenanciesInfiniteQuery } from '~/api/tenancies.ts'
import { CheckboxField } from '~/components/form/choice-fields.tsx'
import { DateField, MoneyField, NumberField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

export function PolicyForm({
  policy,
  hasAccount,
  onDone,
}: {
  policy: LateFeePolicy | undefined
  hasAccount: boolean
  onDone: () => void
}) {
  const [save, { isLoading }] = useSaveLateFeePolicyMutation()
  const form = useZodForm(LateFeePolicyForm, {
    defaultValues: {
      scope: policy?.scope ?? (hasAccount ? 'property' : 'account'),
      propertyId: policy?.propertyId ?? '',
      tenancyId: policy?.tenancyId ?? '',
      isEnabled: String(policy?.isEnabled ?? true),
      graceDays: policy?.graceDays ?? defaultGraceDays,
      kind: policy?.kind ?? 'flat',
      amount: policy?.amount ?? 50,
      frequency: policy?.frequency ?? 'once',
      cap: policy?.cap ?? '',
      minimumBalance: policy?.minimumBalance ?? 0,
      appliesFrom: policy?.appliesFrom ?? '',
      includesOverdue: policy !== undefined && policy.appliesFrom === null,
      returnedPaymentFee: policy?.returnedPaymentFee ?? '',
    },
  })
  const isEnabled = useWatch({ control: form.control, name: 'isEnabled' })
  const confirm = useConfirm()
  const submit = async (values: ReturnType<typeof LateFeePolicyForm.parse>, isConfirmed = false) => {
    try {
      await save({
        ...values,
        isConfirmed,
        propertyId: values.scope === 'property' ? values.propertyId : null,
        tenancyId: values.scope === 'tenancy' ? values.tenancyId : null,
      }).unwrap()
      toast({ variant: 'success', title: 'Late-fee policy saved' })
      onDone()
    } catch (error) {
      if (hasCode(error, 'confirmation-needed')) {
        const question = { title: 'Is the fee right?', description: messageOf(error), confirmLabel: 'Save it' }
        if (await confirm(question)) await submit(values, true)
      } else if (!showIssues(form, error)) toastError('Failed to save the policy', error)
    }
  }
  return (
    <Form form={form} onSubmit={(values) => submit(values)} className="flex-1">
      {!policy && <ScopeFields form={form} />}
      <SelectField
        control={form.control}
        name="isEnabled"
        label="Late fee"
        options={[
          { value: 'true', label: 'Propose late fees' },
          { value: 'false', label: 'No late fee' },
        ]}
      />
      {String(isEnabled) === 'true' && <FeeFields form={form} />}
      {String(isEnabled) === 'true' && <BeginFields form={form} />}
      <FormFooter submit="Save policy" loading={isLoading} onCancel={onDone} />
    </Form>
  )
}

interface FieldsProps {
  form: ReturnType<typeof useZodForm<typeof LateFeePolicyForm>>
}

/** Which rents a new policy is for. */
function ScopeFields({ form: { control } }: FieldsProps) {
  const properties = usePropertyChoices()
  const tenancies = useListTenanciesInfiniteQuery({ status: 'current', limit: mostChoices })
  const scope = useWatch({ control, name: 'scope' })
  return (
    <>
      <SelectField
        control={control}
        name="scope"
        label="Applies to"
        options={[
          { value: 'account', label: 'All properties' },
          { value: 'property', label: 'One property' },
          { value: 'tenancy', label: 'One tenancy' },
        ]}
      />
      {scope === 'property' && (
        <SelectField
          control={control}
          name="propertyId"
          label="Property"
          options={properties.options}
          placeholder="Choose a property"
          required
        />
      )}
      {scope === 'tenancy' && (
        <SelectField
          control={control}
          name="tenancyId"
          label="Tenancy"
          options={itemsOf(tenancies.data).map(({ id, tenants, propertyName }) => ({
            value: id,
            label: [tenants.map((tenant) => fullName(tenant)).join(' & '), propertyName].filter(Boolean).join(' · '),
          }))}
          placeholder="Choose a tenancy"
          required
        />
      )}
    </>
  )
}

/** Which rents it judges, and the fee for payments that the bank returns. */
function BeginFields({ form: { control } }: FieldsProps) {
  const includesOverdue = useWatch({ control, name: 'includesOverdue' })
  return (
    <>
      <CheckboxField
        control={control}
        name="includesOverdue"
        label="Include rents that are already overdue"
        hint="Otherwise only rents due on or after the day below."
      />
      {!includesOverdue && (
        <DateField
          control={control}
          name="appliesFrom"
          label="For rents due from"
          hint="Defaults to the day the policy is created."
          optional
        />
      )}
      <MoneyField
        control={control}
        name="returnedPaymentFee"
        label="Fee for a returned payment"
        hint="Proposed when you record that the bank returned a payment."
        optional
      />
    </>
  )
}

/** How large the fee is, and when it is proposed. */
function FeeFields({ form: { control } }: FieldsProps) {
  const kind = useWatch({ control, name: 'kind' })
  return (
    <>
      <NumberField
        control={control}
        name="graceDays"
        label="Days of grace"
        step="1"
        hint="The due day is not one of them: due on the 1st with 3 days of grace is late on the 5th."
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="kind"
          label="Kind"
          options={[
            { value: 'flat', label: 'A fixed amount' },
            { value: 'percent', label: 'Percent of the open balance' },
          ]}
        />
        {kind === 'percent' ? (
          <NumberField control={control} name="amount" label="Percent" step="0.01" after="%" required />
        ) : (
          <MoneyField control={control} name="amount" label="Amount" required />
        )}
        <SelectField
          control={control}
          name="frequency"
          label="How often"
          options={[
            { value: 'once', label: 'Once for each late rent' },
            { value: 'daily', label: 'For each late day' },
          ]}
        />
        <MoneyField control={control} name="cap" label="Maximum per rent" optional />
        <MoneyField control={control} name="minimumBalance" label="Only if at least this much is open" />
      </div>
    </>
  )
}
