import type { BankAccount, BankTransfer } from '@keyhold/contracts/payments/bank-accounts'
import type { TrialBalance } from '@keyhold/contracts/payments/books'
import { ArrowLeftRight, Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  useArchiveBankAccountMutation,
  useListBankAccountsQuery,
  useRestoreBankAccountMutation,
  useUpdateBankAccountMutation,
} from '~/api/bank-accounts.ts'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { accountLabel } from '~/components/money/bank-account-field.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { date, money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { accountKinds } from '../words.ts'
import { BankTransfers } from './bank-transfers.tsx'
import { AccountDialog, TransferDialog, UndoTransferDialog } from './bank-account-dialogs.tsx'

type Opened = { account: BankAccount | null } | { transfer: BankTransfer } | 'move' | null

/** The accounts into which money is deposited, what is in each of them by the books, and what was moved between them. */
export function BankAccounts({ balance }: { balance: TrialBalance | undefined }) {
  const { data: accounts, isError, error, refetch } = useListBankAccountsQuery()
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const inUse = accounts?.filter(({ archivedAt }) => archivedAt === null) ?? []
  return (
    <SectionCard
      title="Bank accounts"
      description={balance && `Book balances at the end of ${date(balance.asOf)}.`}
      padded={false}
      action={
        <div className="flex gap-2 phone:grid">
          {inUse.length > 1 && (
            <Button
              size="sm"
              variant="secondary"
              icon={<ArrowLeftRight aria-hidden />}
              onClick={() => setOpened('move')}
            >
              Move money
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus aria-hidden />}
            onClick={() => setOpened({ account: null })}
          >
            Add account
          </Button>
        </div>
      }
    >
      {isError && !accounts ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : accounts ? (
        <ul className="divide-y divide-line border-t border-line">
          {accounts.map((account) => (
            <Account
              key={account.id}
              account={account}
              balance={balance && balanceOf(balance, account.id)}
              onEdit={() => setOpened({ account })}
            />
          ))}
        </ul>
      ) : (
        <Skeleton className="m-5 h-16" />
      )}
      {accounts && accounts.length > 1 && <BankTransfers onUndo={(transfer) => setOpened({ transfer })} />}
      {opened === 'move' && accounts && <TransferDialog accounts={accounts} onClose={close} />}
      {opened !== null && opened !== 'move' && 'account' in opened && (
        <AccountDialog account={opened.account} onClose={close} />
      )}
      {opened !== null && opened !== 'move' && 'transfer' in opened && (
        <UndoTransferDialog transfer={opened.transfer} onClose={close} />
      )}
    </SectionCard>
  )
}

function balanceOf({ rows }: TrialBalance, id: string): number {
  const row = rows.find(({ bankAccountId }) => bankAccountId === id)
  return row ? row.debit - row.credit : 0
}

function Account({
  account,
  balance,
  onEdit,
}: {
  account: BankAccount
  balance: number | undefined
  onEdit: () => void
}) {
  const [update] = useUpdateBankAccountMutation()
  const [restore] = useRestoreBankAccountMutation()
  const [archive] = useArchiveBankAccountMutation()
  const confirm = useConfirm()
  const { id, name, kind, isDefault, archivedAt } = account
  const run = async (change: () => Promise<unknown>, title: string) => {
    try {
      await change()
      toast({ variant: 'success', title })
    } catch (error) {
      if (hasCode(error, 'confirmation-needed')) {
        const question = { title: `Archive ${name}?`, description: messageOf(error), confirmLabel: 'Archive anyway' }
        if (await confirm(question)) await run(() => archive({ id, isConfirmed: true }).unwrap(), title)
      } else toastError('Failed to change the account', error)
    }
  }
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <div className="grid flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {accountLabel(account)}
          {isDefault && <Badge tone="pine">Default</Badge>}
          {archivedAt !== null && <Badge>Archived</Badge>}
        </span>
        <span className="text-sm text-muted">{accountKinds[kind]}</span>
      </div>
      {balance !== undefined && <span className="figures font-medium">{money(balance)}</span>}
      <Menu
        trigger={
          <IconButton label={`More for ${name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={onEdit}>Edit…</MenuItem>
        {archivedAt !== null ? (
          <MenuItem onSelect={() => void run(() => restore({ id }).unwrap(), `${name} is in use again`)}>
            Restore
          </MenuItem>
        ) : (
          !isDefault && (
            <>
              <MenuItem
                onSelect={() => void run(() => update({ id, isDefault: true }).unwrap(), `${name} is the default`)}
              >
                Make default
              </MenuItem>
              <MenuItem onSelect={() => void run(() => archive({ id }).unwrap(), `${name} archived`)}>Archive</MenuItem>
            </>
          )
        )}
      </Menu>
    </li>
  )
}
