import { defaultGraceDays, type LateFeePolicy, LateFeePolicyForm } from '@keyhold/contracts/payments/late-fee-policies'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { itemsOf } from '~/api/client/calls-of.ts'
import {
  useDeleteLateFeePolicyMutation,
  useListLateFeePoliciesInfiniteQuery,
  useSaveLateFeePolicyMutation,
} from '~/api/late-fee-policies.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { useListTenanciesInfiniteQuery } from '~/api/tenancies.ts'
import { MoneyField, NumberField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { fullName, money, number, plural } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

const nameOf = ({ scope, propertyName, tenantNames }: LateFeePolicy) =>
  scope === 'account'
    ? 'All properties'
    : scope === 'property'
      ? (propertyName ?? 'A property')
      : (tenantNames ?? 'A tenancy')

/** What a policy says, in a sentence. */
export function policyWords({
  isEnabled,
  graceDays,
  kind,
  amount,
  frequency,
  cap,
  minimumBalance,
}: LateFeePolicy): string {
  if (!isEnabled) return 'No late fee.'
  const fee = kind === 'flat' ? money(amount) : `${number(amount)}% of what is open`
  const how = frequency === 'daily' ? `${fee} for each late day` : fee
  const bounds = [
    cap === null ? '' : `at most ${money(cap)} for one rent`,
    minimumBalance > 0 ? `none where less than ${money(minimumBalance)} is open` : '',
  ]
  return [`${how}, after ${plural(graceDays, 'day')} of grace`, ...bounds.filter(Boolean)].join('; ').concat('.')
}

/** Late-fee policies from the widest to the narrowest, and the form for one. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const { data, isLoading } = useListLateFeePoliciesInfiniteQuery({ limit: 200 })
  const [editing, setEditing] = useState<LateFeePolicy | 'new' | null>(null)
  const [remove] = useDeleteLateFeePolicyMutation()
  const confirm = useConfirm()
  const policies = itemsOf(data)
  const takeAway = async (policy: LateFeePolicy) => {
    const goAhead = await confirm({
      title: 'Delete this late-fee policy?',
      description: `${nameOf(policy)}: ${policyWords(policy)} Fees that were charged already stay.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await remove({ id: policy.id }).unwrap()
      toast({ variant: 'success', title: 'Late-fee policy deleted' })
    } catch (error) {
      toastError('Failed to delete the policy', error)
    }
  }
  if (editing)
    return (
      <Dialog
        onClose={() => setEditing(null)}
        title={editing === 'new' ? 'New late-fee policy' : `Late fee: ${nameOf(editing)}`}
        description="Fees are proposed to you first: you charge or waive each. What the law allows differs from place to place."
      >
        <PolicyForm
          policy={editing === 'new' ? undefined : editing}
          hasAccount={policies.some(({ scope }) => scope === 'account')}
          onDone={() => setEditing(null)}
        />
      </Dialog>
    )
  return (
    <Dialog
      onClose={onClose}
      title="Late-fee policies"
      description="The narrowest one holds: a tenancy's, else its property's, else the one for all."
    >
      {isLoading ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <ul className="divide-y divide-line pb-5">
          {policies.length === 0 && <li className="py-3 text-muted">No policy yet: no late fee is proposed.</li>}
          {policies.map((policy) => (
            <li key={policy.id} className="flex items-center gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{nameOf(policy)}</p>
                <p className="text-muted">{policyWords(policy)}</p>
              </div>
              <IconButton label={`Edit ${nameOf(policy)}`} onClick={() => setEditing(policy)}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton label={`Delete ${nameOf(policy)}`} onClick={() => void takeAway(policy)}>
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <Button icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
          Add a policy
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function PolicyForm({
  policy,
  hasAccount,
  onDone,
}: {
  policy: LateFeePolicy | undefined
  hasAccount: boolean
  onDone: () => void
}) {
  const [save, { isLoading }] = useSaveLateFeePolicyMutation()
  const properties = usePropertyChoices()
  const tenancies = useListTenanciesInfiniteQuery({ status: 'current', limit: 500 })
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
    },
  })
  const [scope, kind, isEnabled] = useWatch({ control: form.control, name: ['scope', 'kind', 'isEnabled'] })
  const submit = async (values: ReturnType<typeof LateFeePolicyForm.parse>) => {
    try {
      await save({
        ...values,
        propertyId: values.scope === 'property' ? values.propertyId : null,
        tenancyId: values.scope === 'tenancy' ? values.tenancyId : null,
      }).unwrap()
      toast({ variant: 'success', title: 'Late-fee policy saved' })
      onDone()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to save the policy', error)
    }
  }
  return (
    <Form form={form} onSubmit={submit} className="flex-1">
      {!policy && (
        <SelectField
          control={form.control}
          name="scope"
          label="Holds for"
          options={[
            { value: 'account', label: 'All properties' },
            { value: 'property', label: 'One property' },
            { value: 'tenancy', label: 'One tenancy' },
          ]}
        />
      )}
      {!policy && scope === 'property' && (
        <SelectField
          control={form.control}
          name="propertyId"
          label="Property"
          options={properties.options}
          placeholder="Choose a property"
          required
        />
      )}
      {!policy && scope === 'tenancy' && (
        <SelectField
          control={form.control}
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
      <SelectField
        control={form.control}
        name="isEnabled"
        label="Late fee"
        options={[
          { value: 'true', label: 'Is proposed' },
          { value: 'false', label: 'None here' },
        ]}
      />
      {String(isEnabled) === 'true' && (
        <>
          <NumberField
            control={form.control}
            name="graceDays"
            label="Days of grace"
            step="1"
            hint="The due day is not one of them: due on the 1st with 3 days of grace is late on the 5th."
            required
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              control={form.control}
              name="kind"
              label="Kind"
              options={[
                { value: 'flat', label: 'A fixed amount' },
                { value: 'percent', label: 'Percent of what is open' },
              ]}
            />
            {kind === 'percent' ? (
              <NumberField control={form.control} name="amount" label="Percent" step="0.01" after="%" required />
            ) : (
              <MoneyField control={form.control} name="amount" label="Amount" required />
            )}
            <SelectField
              control={form.control}
              name="frequency"
              label="How often"
              options={[
                { value: 'once', label: 'Once for each late rent' },
                { value: 'daily', label: 'For each late day' },
              ]}
            />
            <MoneyField control={form.control} name="cap" label="At most for one rent" optional />
            <MoneyField control={form.control} name="minimumBalance" label="None where less is open than" />
          </div>
        </>
      )}
      <FormFooter submit="Save policy" loading={isLoading} onCancel={onDone} />
    </Form>
  )
}
