import { openDatabase } from '@keyhold/kit/database/database'
import { listDeadJobs, replayDeadJob } from '@keyhold/kit/jobs/figures'
import { listDeadLetters, replayDeadLetter } from '@keyhold/kit/messaging/dead-letters'
import { systemClock } from '@keyhold/kit/runtime/clock'
import { type RuntimeOptions } from '@keyhold/kit/runtime/start-services'
import { migrateAll, roleUrl } from '@keyhold/kit/database/service-roles'
import { loadServices } from './registry.ts'

type Command = (args: string[], database: RuntimeOptions['database']) => Promise<void>

/** Commands that do one thing and end, in place of running services. */
export const operatorCommands: Record<string, Command> = {
  migrate: async (_args, database) => {
    if ('ownerUrl' in database) await migrateAll(await loadServices(), database)
  },
  'dead-letters': async ([action, service = '', id], database) => {
    if (action === 'replay') await replay(database, service, id ?? '')
    else await printDeadLetters(database)
  },
  'reset-second-factor': async ([email = ''], database) => resetAdminFactor(database, email),
  'check-books': async ([landlordId], database) => printDifferences(database, landlordId),
}

/** Compares the projections of the journal with its entries; exits with 1 if they differ. Of one landlord it also prints the cash by bank account. */
async function printDifferences(database: RuntimeOptions['database'], landlordId: string | undefined): Promise<void> {
  const { checkAllBooks } = await import('@keyhold/payments/domain/journal/check/all-landlords')
  const db = openDatabase({ url: roleUrl(database, 'payments'), service: 'payments', statementTimeoutMs: 600_000 })
  try {
    const { landlords, differences } = await checkAllBooks(db, {
      landlordId,
      onDifference: (landlord, { what, id, expected, found }) =>
        console.log(`${landlord} ${id}  ${what}: expected ${expected}, found ${found}`),
    })
    if (landlordId !== undefined) {
      const { readCashByAccount } = await import('@keyhold/payments/domain/journal/check/cash-by-account')
      for (const { name, amount } of await readCashByAccount(db, landlordId))
        console.log(`cash in ${name}: ${amount.toFixed(2)}`)
    }
    console.log(`${landlords} landlords' books checked, ${differences} differences`)
    if (differences > 0) process.exitCode = 1
  } finally {
    await db.close()
  }
}

/** For a super admin who has lost authenticator app, passkeys and recovery codes; exits with 1 if there is nothing to reset. */
async function resetAdminFactor(database: RuntimeOptions['database'], email: string): Promise<void> {
  const { resetAdministrator } = await import('@keyhold/identity/domain/second-factors/reset-administrator')
  const db = openDatabase({ url: roleUrl(database, 'identity'), service: 'identity' })
  try {
    const isReset = await resetAdministrator(db, email.trim().toLowerCase(), systemClock.now())
    console.log(
      isReset
        ? `The second factor of ${email} was removed, and all sessions have ended. Where it is required, the next sign-in sets up a new one.`
        : `No super admin ${email} with a second factor.`,
    )
    if (!isReset) process.exitCode = 1
  } finally {
    await db.close()
  }
}

async function replay(database: RuntimeOptions['database'], service: string, id: string): Promise<void> {
  const db = openDatabase({ url: roleUrl(database, service), service })
  try {
    // Events are numbered, jobs have a UUID.
    const found = /^\d+$/.test(id) ? await replayDeadLetter(db, Number(id)) : await replayDeadJob(db, id)
    console.log(found ? 'The running service retries it within two seconds.' : 'No such dead letter.')
  } finally {
    await db.close()
  }
}

async function printDeadLetters(database: RuntimeOptions['database']): Promise<void> {
  for (const { name, migrations } of await loadServices()) {
    if (!migrations) continue
    const db = openDatabase({ url: roleUrl(database, name), service: name })
    try {
      for (const letter of await listDeadLetters(db))
        console.log(
          `${name} ${letter.id}  ${letter.deadAt}  ${letter.handler} ${letter.event.subject}  ${letter.error}`,
        )
      for (const { id, deadAt, name: job, data, error } of await listDeadJobs(db))
        console.log(`${name} ${id}  ${deadAt}  ${job} ${JSON.stringify(data)}  ${error}`)
    } finally {
      await db.close()
    }
  }
}
