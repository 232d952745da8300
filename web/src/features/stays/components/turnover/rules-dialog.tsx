import type { TurnoverRule } from '@keyhold/contracts/properties/stays/tasks'
import { ListChecks, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  useDeleteTurnoverRuleMutation,
  useListTurnoverRulesInfiniteQuery,
  useUpdateTurnoverRuleMutation,
} from '~/api/tasks.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import type { Option } from '~/components/ui/native-select.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { toastError } from '~/lib/toast.ts'
import { RuleForm } from './rule-form.tsx'
import { ruleWords } from './rule-words.ts'

interface Props {
  rentals: readonly Option[]
  onClose: () => void
}

/** The rules of all listings, and the form of one. */
export function RulesDialog({ rentals, onClose }: Props) {
  const [edited, setEdited] = useState<TurnoverRule | 'new' | null>(null)
  if (edited)
    return (
      <Dialog
        onClose={onClose}
        title={edited === 'new' ? 'New rule' : 'Edit rule'}
        description="Tasks that nobody has begun follow the rule."
      >
        <RuleForm rule={edited === 'new' ? null : edited} rentals={rentals} onDone={() => setEdited(null)} />
      </Dialog>
    )
  return (
    <Dialog
      onClose={onClose}
      title="Turnover rules"
      description="Each rule makes one task for every stay, or every so many days."
    >
      <Rules rentals={rentals} onEdit={setEdited} />
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
          Add rule
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Rules({ rentals, onEdit }: { rentals: readonly Option[]; onEdit: (rule: TurnoverRule) => void }) {
  const list = useListTurnoverRulesInfiniteQuery({ limit: 100 })
  const [update] = useUpdateTurnoverRuleMutation()
  const [remove] = useDeleteTurnoverRuleMutation()
  const askToDelete = useDeletion()
  const turn = (rule: TurnoverRule) =>
    update({ id: rule.id, isActive: !rule.isActive })
      .unwrap()
      .catch((error: unknown) => toastError('Failed to update the rule', error))
  return (
    <PagedList list={list} showsCount={false}>
      {(rules, loading) =>
        loading ? (
          <RowSkeletons count={3} />
        ) : rules.length === 0 ? (
          <EmptyState
            compact
            icon={<ListChecks aria-hidden />}
            title="No rules yet"
            description="Start with a cleaning after every check-out."
          />
        ) : (
          <ul className="divide-y divide-line">
            {rules.map((rule) => (
              <li key={rule.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
                <div className="min-w-48 flex-1">
                  <p className="font-medium break-words">{rule.title}</p>
                  <p className="text-sm text-muted">
                    {[rentals.find(({ value }) => value === rule.rentalId)?.label, ruleWords(rule), rule.assignedTo]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                <Button size="sm" variant="secondary" aria-pressed={rule.isActive} onClick={() => void turn(rule)}>
                  {rule.isActive ? 'Switch off' : 'Switch on'}
                </Button>
                <IconButton label={`Edit ${rule.title}`} onClick={() => onEdit(rule)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  label={`Delete ${rule.title}`}
                  onClick={() =>
                    void askToDelete({
                      what: 'rule',
                      description: 'Its tasks that nobody has begun are withdrawn. Others stay.',
                      remove: () => remove({ id: rule.id }).unwrap(),
                    })
                  }
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )
      }
    </PagedList>
  )
}
