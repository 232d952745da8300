import type { Invitation } from '@keyhold/contracts/tenancy/invitations'
import { MailPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useListInvitationsInfiniteQuery, useRevokeInvitationMutation } from '~/api/invitations.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { FilterChips, Toolbar } from '~/components/ui/toolbar.tsx'
import { ago, dayOf, fullName, nothing } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { useSearchState } from '~/lib/use-search-state.ts'

const statuses = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
] as const

/** Invitations with their status. */
export function InvitationList({ onInvite }: { onInvite: (invitee?: Invitation) => void }) {
  const [asked, setStatus] = useSearchState('status')
  const status = statuses.find(({ value }) => value === asked)?.value ?? ''
  const list = useListInvitationsInfiniteQuery({ limit: 25, ...(status ? { status } : {}) })
  return (
    <>
      <Toolbar>
        <FilterChips label="Status" value={status} onChange={setStatus} options={statuses} />
      </Toolbar>
      <PagedCard list={list} showsCount={false}>
        {(invitations, loading) => (
          <InvitationTable
            invitations={invitations}
            loading={loading}
            onInvite={onInvite}
            empty={
              <EmptyState
                compact
                icon={<MailPlus aria-hidden />}
                title={status ? `No ${status} invitations` : 'No invitations yet'}
                description={
                  status ? undefined : 'An invited tenant gets a link to register and to set up their portal.'
                }
                action={!status && <Button onClick={() => onInvite()}>Invite Tenant</Button>}
              />
            }
          />
        )}
      </PagedCard>
    </>
  )
}

interface TableProps {
  invitations: Invitation[]
  loading: boolean
  empty: ReactNode
  onInvite: (invitee: Invitation) => void
}

function InvitationTable({ onInvite, ...table }: TableProps) {
  const { properties } = usePropertyChoices()
  const revoke = useRevoke()
  const nameOf = (propertyId: string | null) => properties.find(({ id }) => id === propertyId)?.name ?? nothing
  const columns = columnsOf({ nameOf, onInvite, onRevoke: (invitation) => void revoke(invitation) })
  return (
    <DataTable
      caption="Invitations"
      columns={columns}
      rows={table.invitations}
      rowKey={({ id }) => id}
      loading={table.loading}
      empty={table.empty}
    />
  )
}

interface Doing {
  nameOf: (propertyId: string | null) => string
  onInvite: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

const columnsOf = ({ nameOf, onInvite, onRevoke }: Doing): Column<Invitation>[] => [
  {
    key: 'who',
    header: 'Invited',
    cell: (invitation) => (
      <div className="grid">
        <span className="font-medium">{fullName(invitation)}</span>
        <span className="text-sm text-muted">
          {[invitation.firstName && invitation.email, invitation.phone].filter(Boolean).join(' · ')}
        </span>
      </div>
    ),
  },
  {
    key: 'home',
    header: 'Property',
    cell: ({ propertyId }) => <span className="text-muted">{nameOf(propertyId)}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, sendSMS, smsSent }) => (
      <div className="flex flex-wrap items-center gap-1.5 phone:justify-end">
        <StatusBadge status={status} />
        {sendSMS && <Badge tone={smsSent ? 'neutral' : 'danger'}>{smsSent ? 'SMS sent' : 'SMS failed'}</Badge>}
      </div>
    ),
  },
  {
    key: 'sent',
    header: 'Sent',
    tablet: 'hidden',
    cell: ({ createdAt }) => <span className="text-muted">{ago(createdAt)}</span>,
  },
  { key: 'expires', header: 'Link', cell: (invitation) => <span className="text-muted">{linkWords(invitation)}</span> },
  {
    key: 'actions',
    header: 'Actions',
    phone: 'actions',
    cell: (invitation) => (
      <div className="flex items-center gap-2 md:justify-end">
        {invitation.status !== 'accepted' && (
          <Button size="sm" variant="secondary" onClick={() => onInvite(invitation)}>
            Invite again
          </Button>
        )}
        {invitation.status === 'pending' && (
          <Button size="sm" variant="danger-ghost" onClick={() => onRevoke(invitation)}>
            Revoke
          </Button>
        )}
      </div>
    ),
  },
]

function linkWords({ status, expiresAt }: Invitation): string {
  if (status === 'accepted') return 'Used'
  if (status === 'revoked') return 'Withdrawn'
  return `${status === 'expired' ? 'Expired' : 'Expires'} ${dayOf(expiresAt)}`
}

function useRevoke(): (invitation: Invitation) => Promise<void> {
  const confirm = useConfirm()
  const [revoke] = useRevokeInvitationMutation()
  return async (invitation) => {
    const goAhead = await confirm({
      title: 'Revoke this invitation?',
      description: `The link sent to ${invitation.email} stops working at once.`,
      confirmLabel: 'Revoke',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await revoke({ id: invitation.id }).unwrap()
      toast({ variant: 'success', title: 'Invitation revoked' })
    } catch (error) {
      toastError('Failed to revoke invitation', error)
    }
  }
}
