import { openDatabase } from '@keyhold/kit/database/database'
import { listDeadJobs, replayDeadJob } from '@keyhold/kit/jobs/figures'
import { listDeadLetters, replayDeadLetter } from '@keyhold/kit/messaging/dead-letters'
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
