import { type LateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useDeleteLateFeePolicyMutation, useListLateFeePoliciesInfiniteQuery } from '~/api/late-fee-policies.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'

import { PolicyForm } from './policy-form.tsx'
import { nameOf, policyWords } from './policy-words.ts'

/** Late-fee policies from the widest to the narrowest, and the form for one. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const { data, isLoading } = useListLateFeePoliciesInfiniteQuery({ limit: 200 })
  const [editing, setEditing] = useState<LateFeePolicy | 'new' | null>(null)
  const [remove] = useDeleteLateFeePolicyMutation()
  const deletion = useDeletion()
  const policies = itemsOf(data)
  const confirmDelete = (policy: LateFeePolicy) =>
    deletion({
      what: 'late-fee policy',
      description: `${nameOf(policy)}: ${policyWords(policy)} Fees already charged don’t change.`,
      remove: () => remove({ id: policy.id }).unwrap(),
    })
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
      description="The most specific policy applies: the tenancy's, else the property's, else the one for all properties."
    >
      {isLoading ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <ul className="divide-y divide-line pb-5">
          {policies.length === 0 && <li className="py-3 text-muted">No policy yet. No late fees are proposed.</li>}
          {policies.map((policy) => (
            <li key={policy.id} className="flex items-center gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{nameOf(policy)}</p>
                <p className="text-muted">{policyWords(policy)}</p>
              </div>
              <IconButton label={`Edit ${nameOf(policy)}`} onClick={() => setEditing(policy)}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton
                variant="danger-ghost"
                label={`Delete ${nameOf(policy)}`}
                onClick={() => void confirmDelete(policy)}
              >
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
