import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { JournalAccount } from '@keyhold/contracts/payments/journal'
import { accounts } from '../domain/books/accounts.ts'

const run = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** Balances at the ends of days by account, in cents, as another program computes them. */
export type ForeignBalances = Map<string, Map<string, number>>

/** What Beancount says about a file: its complaints, and the balance of each account at the end of each of the days. */
export async function askBeancount(
  programs: string,
  file: string,
  days: readonly string[],
): Promise<{ complaints: string; balances: ForeignBalances }> {
  const complaints = await outputOf(`${programs}/bean-check`, [file])
  const query = 'SELECT date, account, sum(number) AS n GROUP BY date, account ORDER BY date'
  const { stdout } = await run(`${programs}/bean-query`, ['-f', 'csv', file, query], { maxBuffer })
  const rows = stdout
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim()))
  const balances: ForeignBalances = new Map()
  for (const day of days) {
    const sums = new Map<string, number>()
    for (const [date = '', account = '', n = ''] of rows)
      if (date <= day) sums.set(account, (sums.get(account) ?? 0) + centsOf(n))
    balances.set(day, sums)
  }
  return { complaints, balances }
}

interface HledgerAmount {
  aquantity: { decimalMantissa: number; decimalPlaces: number }
}

/** The same by hledger, in its strict mode. */
export async function askHledger(
  file: string,
  days: readonly string[],
): Promise<{ complaints: string; balances: ForeignBalances }> {
  const complaints = await outputOf('hledger', ['-f', file, 'check', '--strict'])
  const balances: ForeignBalances = new Map()
  for (const day of days) {
    const { stdout } = await run('hledger', ['-f', file, 'balance', '--flat', '-O', 'json', '-e', dayAfter(day)], {
      maxBuffer,
    })
    const [rows] = JSON.parse(stdout) as [
      [name: string, full: string, depth: number, amounts: HledgerAmount[]][],
      unknown,
    ]
    balances.set(
      day,
      new Map(
        rows.map(([name, , , amounts]) => [
          name,
          amounts.reduce(
            (sum, { aquantity: { decimalMantissa, decimalPlaces } }) =>
              sum + Math.round(decimalMantissa * 10 ** (2 - decimalPlaces)),
            0,
          ),
        ]),
      ),
    )
  }
  return { complaints, balances }
}

/** The sum of an account of the chart, over all tenants. */
export const sumOf = (balances: ReadonlyMap<string, number>, account: JournalAccount): number => {
  const { path } = accounts[account]
  return [...balances].reduce(
    (sum, [name, cents]) => (name === path || name.startsWith(`${path}:`) ? sum + cents : sum),
    0,
  )
}

/** The balances of an account of the chart by the short id of the tenant, or of cash by that of the bank account, without zeros. */
export const byShortId = (balances: ReadonlyMap<string, number>, account: JournalAccount): Record<string, number> =>
  Object.fromEntries(
    [...balances]
      .filter(([name, cents]) => name.startsWith(`${accounts[account].path}:`) && cents !== 0)
      .map(([name, cents]): [string, number] => [name.slice(-8), cents])
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )

async function outputOf(program: string, args: string[]): Promise<string> {
  const ended = await run(program, args, { maxBuffer }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => ({
      stdout: error.stdout ?? '',
      stderr: error.stderr || error.message,
    }),
  )
  return `${ended.stdout}${ended.stderr}`.trim()
}

const centsOf = (decimal: string) => Math.round(Number(decimal) * 100)
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
