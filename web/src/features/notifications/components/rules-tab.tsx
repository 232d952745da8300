import { triggerFacts } from '@keyhold/contracts/messaging/reminder-triggers'
import { Ellipsis, ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  useDeleteReminderRuleMutation,
  useListReminderRulesQuery,
  useUpdateReminderRuleMutation,
} from '~/api/reminder-rules.ts'
import { methodNames } from '~/components/notifications/words.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Switch } from '~/components/ui/choices.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { ago, plural } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { conditionOf, type Rule } from '../rule-words.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleLog } from './rule-log.tsx'
import { TryRule } from './try-rule.tsx'

type Open = { on: 'edit' | 'try' | 'log'; rule: Rule } | { on: 'new' }

/** The rules that send by themselves. */
export function RulesTab() {
  const { data, error, refetch } = useListReminderRulesQuery()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <SectionCard
        title="Reminder rules"
        description="Messages that follow what happens. All are off until you switch them on, and they are sent between 9 am and 9 pm where the recipient lives."
        padded={false}
        action={
          <Button size="sm" variant="secondary" icon={<Plus aria-hidden />} onClick={() => setOpen({ on: 'new' })}>
            Add rule
          </Button>
        }
      >
        {data ? (
          <ul className="divide-y divide-line border-t border-line">
            {data.map((rule) => (
              <Row key={rule.id} rule={rule} onOpen={setOpen} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <RowSkeletons count={6} />
        )}
      </SectionCard>
      {open?.on === 'new' && <RuleDialog onClose={close} />}
      {open?.on === 'edit' && <RuleDialog rule={open.rule} onClose={close} />}
      {open?.on === 'try' && <TryRule rule={open.rule} onClose={close} />}
      {open?.on === 'log' && <RuleLog rule={open.rule} onClose={close} />}
    </>
  )
}

function Row({ rule, onOpen }: { rule: Rule; onOpen: (open: Open) => void }) {
  const confirm = useConfirm()
  const [update, { isLoading }] = useUpdateReminderRuleMutation()
  const [remove] = useDeleteReminderRuleMutation()
  const toggle = async (isOn: boolean) => {
    const answer = await update({ id: rule.id, isOn })
    if ('error' in answer) toastError('Failed to save the rule', answer.error)
  }
  const discard = async () => {
    const question = {
      title: 'Remove this rule?',
      description: 'Its activity log is removed too.',
      confirmLabel: 'Remove',
      destructive: true,
    }
    if (!(await confirm(question))) return
    const answer = await remove({ id: rule.id })
    if ('error' in answer) toastError('Failed to remove the rule', answer.error)
    else toast({ variant: 'success', title: 'Rule removed' })
  }
  return (
    <li className="flex items-start gap-3.5 px-5 py-3.5">
      <Switch
        aria-label={`${conditionOf(rule)}: ${rule.title}`}
        className="mt-0.5"
        checked={rule.isOn}
        disabled={isLoading}
        onCheckedChange={(isOn) => void toggle(isOn)}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{conditionOf(rule)}</p>
        <p className="text-sm wrap-break-word text-muted">
          “{rule.title}” · to the {triggerFacts[rule.trigger].to} by {methodNames[rule.deliveryMethod].toLowerCase()}
        </p>
        {(rule.sent > 0 || rule.skipped > 0) && (
          <p className="text-sm text-muted">
            {plural(rule.sent, 'message')} in 30 days, {rule.skipped} skipped
            {rule.lastSentAt && `, last ${ago(rule.lastSentAt)}`}
          </p>
        )}
      </div>
      <IconButton label={`Activity of “${rule.title}”`} onClick={() => onOpen({ on: 'log', rule })}>
        <ListChecks aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={`More about “${rule.title}”`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onOpen({ on: 'edit', rule })}>Edit…</MenuItem>
        <MenuItem onSelect={() => onOpen({ on: 'try', rule })}>Try it…</MenuItem>
        {!rule.isPreset && (
          <MenuItem destructive onSelect={() => void discard()}>
            Remove
          </MenuItem>
        )}
      </Menu>
    </li>
  )
}
