import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aBankAccount, id } from '~/testing/records.ts'
import { button, fill, show } from '~/testing/render.tsx'
import { BankAccounts } from './bank-accounts.tsx'

const server = useFakeServer()

const cash = (bankAccountId: string, name: string, debit: number) => ({
  account: 'cash' as const,
  bankAccountId,
  name: `Cash: ${name}`,
  kind: 'asset' as const,
  debit,
  credit: 0,
})
const balance = {
  asOf: '2026-03-15',
  knownAt: '2026-03-15T15:00:00.000Z',
  basis: 'accrual' as const,
  rows: [cash(id(1), 'Operating account', 2500), cash(id(2), 'Deposit trust', 1500)],
  totals: { debit: 4000, credit: 4000 },
  generatedAt: '2026-03-15T15:00:00.000Z',
}
const operating = aBankAccount()
const trust = aBankAccount({ id: id(2), name: 'Deposit trust', kind: 'trust', lastFour: '0042', isDefault: false })
const transfer = {
  id: id(9),
  fromId: id(1),
  fromName: 'Operating account',
  toId: id(2),
  toName: 'Deposit trust',
  amount: 1500,
  on: '2026-03-05',
  notes: null,
  by: id(1),
  createdAt: '2026-03-05T15:00:00.000Z',
  undoneOn: null,
  undoneReason: null,
}

async function open(accounts = [operating, trust], transfers: object[] = [transfer]) {
  server.answer({ 'GET /api/bank-accounts': accounts, 'GET /api/bank-transfers': transfers })
  const shown = show(<BankAccounts balance={balance} />)
  await screen.findByText('Operating account')
  return shown
}
const choose = async ({ user }: Awaited<ReturnType<typeof open>>, item: string) => {
  await user.click(button('More for Deposit trust'))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('one account is there without setup, and money can be moved once there are two', async () => {
  const { user, toast } = await open([operating])
  expect(screen.getByText('$2,500.00')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move money' })).toBeNull()
  server.answer({ 'POST /api/bank-accounts': trust })
  await user.click(button('Add account'))
  await fill(user, { Name: 'Deposit trust', 'Last four digits (optional)': '42' })
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Add account' }))
  expect(await screen.findByText('The last four digits of the account number')).toBeTruthy()
  await fill(user, { 'Last four digits (optional)': '0042' })
  await user.click(dialog.getByRole('button', { name: 'Add account' }))
  await waitFor(() => expect(toast()?.title).toBe('Deposit trust added'))
  expect(server.sent).toMatchObject([{ body: { name: 'Deposit trust', kind: 'trust', lastFour: '0042' } }])
})

test('money is moved from the default into the trust account unless another one is chosen', async () => {
  const { user, toast } = await open()
  server.answer({ 'POST /api/bank-transfers': transfer })
  await user.click(button('Move money'))
  await fill(user, { Amount: '1500', 'Moved on': '2026-03-05' })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move money' }))
  await waitFor(() => expect(toast()?.description).toBe('$1,500.00 to Deposit trust.'))
  expect(server.sent).toMatchObject([{ body: { fromId: id(1), toId: id(2), amount: 1500, on: '2026-03-05' } }])
})

test('a transfer is undone with a reason, and one that was undone says so', async () => {
  const undone = { ...transfer, id: id(8), amount: 99, undoneOn: '2026-03-06', undoneReason: 'Not sent' }
  const { user, toast } = await open([operating, trust], [transfer, undone])
  expect(await screen.findByText(/undone on Mar 6, 2026: Not sent/)).toBeTruthy()
  server.answer({ [`POST /api/bank-transfers/${transfer.id}/undo`]: transfer })
  await user.click(screen.getByRole('button', { name: /^Undo:/ }))
  await fill(user, { Reason: 'Not sent' })
  await user.click(button('Undo transfer'))
  await waitFor(() => expect(toast()?.title).toBe('Transfer undone'))
  expect(server.sent).toMatchObject([{ body: { reason: 'Not sent' } }])
})

test('an account with money is archived only after it was said how much is in it', async () => {
  const shown = await open()
  const said = 'The books show $1,500.00 in Deposit trust.'
  server.answer({
    [`POST /api/bank-accounts/${trust.id}/archive`]: ({ body }: { body: { isConfirmed?: boolean } }) =>
      body?.isConfirmed ? trust : refusal(409, said, { code: 'confirmation-needed' }),
  })
  await choose(shown, 'Archive')
  const question = within(await screen.findByRole('alertdialog', { name: 'Archive Deposit trust?' }))
  question.getByText(said)
  await shown.user.click(question.getByRole('button', { name: 'Archive anyway' }))
  await waitFor(() => expect(shown.toast()?.title).toBe('Deposit trust archived'))
  expect(server.sent.map(({ body }) => body)).toEqual([undefined, { isConfirmed: true }])
})

test('another account becomes the default in two clicks; the default itself is not archived', async () => {
  const shown = await open()
  server.answer({ [`PUT /api/bank-accounts/${trust.id}`]: { ...trust, isDefault: true } })
  await choose(shown, 'Make default')
  await waitFor(() => expect(shown.toast()?.title).toBe('Deposit trust is the default'))
  expect(server.sent).toMatchObject([{ method: 'PUT', body: { isDefault: true } }])
  await shown.user.click(button('More for Operating account'))
  await screen.findByRole('menuitem', { name: 'Edit…' })
  expect(screen.queryByRole('menuitem', { name: 'Archive' })).toBeNull()
})
