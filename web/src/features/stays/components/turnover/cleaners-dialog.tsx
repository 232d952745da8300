import type { Cleaner } from '@keyhold/contracts/properties/stays/cleaners'
import { UserRound } from 'lucide-react'
import {
  useCreateCleanerLinkMutation,
  useListCleanersInfiniteQuery,
  useRevokeCleanerLinkMutation,
} from '~/api/tasks.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { CopyButton } from '~/components/ui/copy-button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { dayOf, plural } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** Whoever tasks are assigned to, and the links to their tasks. */
export function CleanersDialog({ onClose }: { onClose: () => void }) {
  const list = useListCleanersInfiniteQuery({ limit: 100 })
  return (
    <Dialog
      onClose={onClose}
      title="Cleaners"
      description="A link shows a cleaner their tasks without an account. Anyone who has it can open it."
    >
      <PagedList list={list} showsCount={false}>
        {(cleaners, loading) =>
          loading ? (
            <RowSkeletons count={3} />
          ) : cleaners.length === 0 ? (
            <EmptyState
              compact
              icon={<UserRound aria-hidden />}
              title="No cleaners yet"
              description="Write a name into “Assigned to” of a task or a rule, and the cleaner appears here."
            />
          ) : (
            <ul className="divide-y divide-line">
              {cleaners.map((cleaner) => (
                <CleanerRow key={cleaner.id} cleaner={cleaner} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </Dialog>
  )
}

function CleanerRow({ cleaner: { id, name, openTasks, linkedAt } }: { cleaner: Cleaner }) {
  const [create, { data, isLoading, reset }] = useCreateCleanerLinkMutation()
  const [revoke, { isLoading: isRevoking }] = useRevokeCleanerLinkMutation()
  const confirm = useConfirm()
  const make = async () => {
    const isSure =
      linkedAt === null ||
      (await confirm({
        title: `Make a new link for ${name}?`,
        description: 'The link that they have now stops working.',
        confirmLabel: 'Make a new link',
      }))
    if (isSure)
      await create({ id })
        .unwrap()
        .catch((error: unknown) => toastError('Failed to make the link', error))
  }
  const end = async () => {
    try {
      await revoke({ id }).unwrap()
      reset()
      toast({ variant: 'success', title: 'Link revoked', description: `${name} can no longer open it.` })
    } catch (error) {
      toastError('Failed to revoke the link', error)
    }
  }
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-40 flex-1">
          <p className="font-medium break-words">{name}</p>
          <p className="text-sm text-muted">
            {plural(openTasks, 'open task')} · {linkedAt ? `link since ${dayOf(linkedAt)}` : 'no link'}
          </p>
        </div>
        <Button size="sm" variant="secondary" loading={isLoading} onClick={() => void make()}>
          {linkedAt ? 'New link' : 'Make a link'}
        </Button>
        {linkedAt && (
          <Button size="sm" variant="secondary" loading={isRevoking} onClick={() => void end()}>
            Revoke
          </Button>
        )}
      </div>
      {data && (
        <div className="grid gap-2 rounded-md bg-sunken p-3 text-sm dark:bg-surface">
          <p className="text-muted">Copy them now: they are not shown again.</p>
          <Address text={data.link} label="Copy link" />
          <Address text={data.calendar} label="Copy calendar" />
        </div>
      )}
    </li>
  )
}

const Address = ({ text, label }: { text: string; label: string }) => (
  <div className="flex flex-wrap items-center gap-2">
    <code className="min-w-0 flex-1 break-all">{text}</code>
    <CopyButton text={text} label={label} />
  </div>
)
