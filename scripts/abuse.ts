import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startTestPostgres } from '@keyhold/kit/testing/database'

// Replays attacks on the whole product: `npm run test:abuse [-- <part of a name>]`. Each file in `scripts/abuse/` is one attack, which prints what it
// measured. Ends with `N held, N broken`.

/** What one attack found. */
export interface Finding {
  /** What the product promises. */
  promise: string
  isHeld: boolean
  /** The figures behind it, in words. */
  figures: string
}

const wanted = process.argv[2] ?? ''
const folder = join(import.meta.dirname, 'abuse')
const attacks = readdirSync(folder).filter((name) => name.endsWith('.ts') && name.includes(wanted))

const server = await startTestPostgres()
process.env.KEYHOLD_TEST_DATABASE_URL = server.url
let [held, broken] = [0, 0]
try {
  for (const name of attacks.toSorted()) {
    const { attack } = (await import(join(folder, name))) as { attack: () => Promise<Finding[]> }
    for (const { promise, isHeld, figures } of await attack()) {
      if (isHeld) held++
      else broken++
      console.log(`${isHeld ? 'held  ' : 'BROKEN'} ${name.replace('.ts', '')}: ${promise} (${figures})`)
    }
  }
} finally {
  await server.stop()
}
console.log(`${held} held, ${broken} broken`)
process.exitCode = broken > 0 ? 1 : 0
