// `npm run backup -- <folder>`: a copy of DATA_DIR below it. `npm run backup -- --restore <backup>`: that copy back to an empty DATA_DIR.
import { resolve } from 'node:path'
import { backUp, restore } from './lib/backup.ts'
import { localEnv } from './lib/local-env.ts'
import { exitWith } from './lib/ports.ts'

const [first, second] = process.argv.slice(2)
const dataDir = resolve(localEnv(process.env).DATA_DIR)
try {
  if (first === '--restore' && second) {
    restore(resolve(second), dataDir)
    console.log(`Restored ${resolve(second)} to ${dataDir}. Start Keyhold again.`)
  } else if (first && first !== '--restore') {
    console.log(`Backed up ${dataDir} to ${backUp(dataDir, resolve(first), new Date())}`)
  } else exitWith('Say where to: npm run backup -- <folder>, or what to restore: npm run backup -- --restore <backup>')
} catch (error) {
  exitWith((error as Error).message)
}
