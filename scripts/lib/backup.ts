import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In DATA_DIR: its time of change is the moment of the last backup (setting BACKUP_RECORD). */
export const recordName = 'last-backup'

/** @throws Error while a Keyhold runs on it: a copy of a running database cannot be relied on */
function refuseRunning(dataDir: string): void {
  const lock = join(dataDir, 'postgres.lock')
  const pid = existsSync(lock) ? Number(/\d+/.exec(readFileSync(lock, 'utf8'))?.[0]) : 0
  if (pid && isAlive(pid)) throw new Error(`Keyhold (process ${pid}) is running on ${dataDir}: stop it first`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** With owners and times, which `fs.cp` does not keep. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} could not be copied to ${to}: ${stderr}`)
}

/** Copies DATA_DIR into a new folder below `folder`, and answers it. */
export function backUp(dataDir: string, folder: string, now: Date): string {
  if (!existsSync(dataDir)) throw new Error(`There is nothing at ${dataDir}`)
  refuseRunning(dataDir)
  const target = join(folder, `keyhold-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  copy(dataDir, target)
  writeFileSync(join(dataDir, recordName), `${target}\n`)
  cpSync(join(dataDir, recordName), join(target, recordName))
  return target
}

/** Copies a backup to DATA_DIR, which has to be empty: what is there is not overwritten. */
export function restore(backup: string, dataDir: string): void {
  if (!existsSync(join(backup, recordName))) throw new Error(`There is no backup at ${backup}`)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not empty: move it away first`)
  mkdirSync(dataDir, { recursive: true })
  copy(backup, dataDir)
}
