import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import {
  CalendarPlus,
  CreditCard,
  Database,
  Ellipsis,
  KeyRound,
  ShieldOff,
  UserCheck,
  UserCog,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Menu, MenuItem, MenuSeparator } from '~/components/ui/dropdown-menu.tsx'
import { fullName } from '~/lib/format.ts'
import { useMedia } from '~/lib/use-media.ts'
import { limitOf, planOf, trialOf } from '../words.ts'
import type { LandlordDialog } from './landlord-dialogs.tsx'

interface Actions {
  onOpen: (dialog: LandlordDialog, landlord: AdminLandlord) => void
  onSuspend: (landlord: AdminLandlord) => void
  onResetFactor: (landlord: AdminLandlord) => void
}

const dataColumns: readonly Column<AdminLandlord>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (landlord) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {fullName(landlord)}
        {!landlord.isActive && <Badge tone="danger">Suspended</Badge>}
      </span>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    className: 'md:min-w-40',
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  {
    key: 'subscription',
    header: 'Subscription',
    cell: (landlord) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 phone:justify-end">
        {planOf(landlord)}
        {landlord.subscriptionStatus && <StatusBadge status={landlord.subscriptionStatus} />}
      </span>
    ),
  },
  { key: 'trial', header: 'Trial Status', cell: (landlord) => <TrialStatus landlord={landlord} /> },
  {
    key: 'limit',
    header: 'Max Properties',
    tablet: 'hidden',
    cell: ({ maxProperties }) => <span className="figures">{limitOf(maxProperties)}</span>,
  },
]

const actionsColumn = (actions: Actions): Column<AdminLandlord> => ({
  key: 'actions',
  header: 'Actions',
  phone: 'actions',
  cell: (landlord) => <RowActions landlord={landlord} {...actions} />,
})

/** Landlords, one per row; cards on phones. */
export function LandlordTable({
  landlords,
  loading,
  empty,
  ...actions
}: { landlords: AdminLandlord[]; loading: boolean; empty: ReactNode } & Actions) {
  const columns = [...dataColumns, actionsColumn(actions)]
  return (
    <DataTable
      caption="Landlords"
      columns={columns}
      rows={landlords}
      rowKey={({ id }) => id}
      loading={loading}
      empty={empty}
    />
  )
}

function TrialStatus({ landlord }: { landlord: AdminLandlord }) {
  const { label, date } = trialOf(landlord)
  if (!date) return <span className="text-muted">{label}</span>
  return (
    <span className={label === 'Expired' ? 'text-danger' : undefined}>
      {label}{' '}
      <span className="figures whitespace-nowrap text-sm text-muted">
        {label === 'Expired' ? date : `until ${date}`}
      </span>
    </span>
  )
}

const dialogs = [
  { dialog: 'subscription', label: 'Subscription', Icon: CreditCard },
  { dialog: 'password', label: 'Password', Icon: KeyRound },
  { dialog: 'trial', label: 'Trial', Icon: CalendarPlus },
  { dialog: 'users', label: 'Users', Icon: UserCog },
] as const satisfies readonly { dialog: LandlordDialog; label: string; Icon: LucideIcon }[]

/** Too wide for cards and too narrow for a row of buttons: they go into the menu. */
const tight = '(48rem <= width < 90rem)'

function RowActions({ landlord, onOpen, onSuspend, onResetFactor }: { landlord: AdminLandlord } & Actions) {
  const isTight = useMedia(tight)
  const name = fullName(landlord)
  return (
    <div className="flex items-start gap-1.5 md:justify-end">
      {!isTight && (
        <div className="grid grid-cols-[repeat(2,max-content)] gap-1.5 phone:flex-1 phone:grid-cols-2">
          {dialogs.map(({ dialog, label }) => (
            <Button key={dialog} size="sm" variant="secondary" onClick={() => onOpen(dialog, landlord)}>
              {label}
              <span className="sr-only"> for {name}</span>
            </Button>
          ))}
        </div>
      )}
      <Menu
        trigger={
          <IconButton label={isTight ? `Actions for ${name}` : `More for ${name}`} className="size-8 phone:size-10">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {isTight && (
          <>
            {dialogs.map(({ dialog, label, Icon }) => (
              <MenuItem key={dialog} onSelect={() => onOpen(dialog, landlord)}>
                <Icon aria-hidden />
                {label}
              </MenuItem>
            ))}
            <MenuSeparator />
          </>
        )}
        <MenuItem onSelect={() => onOpen('database', landlord)}>
          <Database aria-hidden />
          Create Database
        </MenuItem>
        <MenuItem onSelect={() => onResetFactor(landlord)}>
          <ShieldOff aria-hidden />
          Reset two-step sign-in
        </MenuItem>
        <MenuItem destructive={landlord.isActive} onSelect={() => onSuspend(landlord)}>
          {landlord.isActive ? <UserX aria-hidden /> : <UserCheck aria-hidden />}
          {landlord.isActive ? 'Suspend account' : 'Activate account'}
        </MenuItem>
      </Menu>
    </div>
  )
}
