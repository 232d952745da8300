import { spawnSync } from 'node:child_process'
import { linkSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The first line of a pid file, or 0. */
export function pidIn(file: string): number {
  return Number(readText(file).split('\n', 1)[0]) || 0
}

/** A file's text, or '' where there is none. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Distinguishes a process from a later one with the same pid; null when it is dead or a zombie. */
export function identityOf(pid: number): string | null {
  if (process.platform === 'linux') {
    // The name in parentheses can contain anything: count fields from the last parenthesis.
    const fields = readText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
    if (fields.length < 20 || fields[0] === 'Z' || fields[0] === 'X') return null
    return `${readText('/proc/sys/kernel/random/boot_id').trim()}/${fields[19]}`
  }
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
  const [state, ...started] = (stdout ?? '').trim().split(/\s+/)
  return state && !state.startsWith('Z') ? started.join('-') : null
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

/** Takes the lock file, also from a dead process. @throws Error while its holder is alive */
export function claim(file: string, refusal: (pid: number) => string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${process.pid}\n${identityOf(process.pid)}\n`, { mode: 0o600 })
    for (let attempt = 1; ; attempt++) {
      try {
        return linkSync(draft, file) // creating a link is atomic
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 3) throw error
      }
      const [pid, identity] = readText(file).split('\n')
      if (pid && identityOf(Number(pid)) === identity) throw new Error(refusal(Number(pid)))
      rmSync(file, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Stops a postmaster whose launcher was killed, and removes the pid file that would block the next one. */
export async function clearLeftovers(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid')
  const pid = pidIn(pidFile)
  if (pid && identityOf(pid) && commandOf(pid).includes(dataDir)) {
    process.kill(pid, 'SIGINT')
    if (!(await within(10_000, () => !identityOf(pid)))) process.kill(pid, 'SIGQUIT')
    if (!(await within(5_000, () => !identityOf(pid))))
      throw new Error(`A Postgres from an earlier run (process ${pid}) does not stop: ${dataDir}`)
  }
  // Workers outlive a killed postmaster for a moment; starting another one would corrupt the data.
  if (!(await within(10_000, () => inhabitants(dataDir).length === 0)))
    throw new Error(`Processes ${inhabitants(dataDir).join(', ')} are still running in ${dataDir}: stop them first`)
  rmSync(pidFile, { force: true }) // of a zombie, or with a reused pid
}

/** Processes whose working directory is the data directory, as PostgreSQL's are. Linux only. */
function inhabitants(dataDir: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dataDir && identityOf(pid) !== null
    } catch {
      return false
    }
  })
}

/** Polls until the condition holds; false when `ms` have passed. */
export async function within(ms: number, holds: () => boolean): Promise<boolean> {
  const end = performance.now() + ms
  while (!holds()) {
    if (performance.now() > end) return false
    await sleep(10)
  }
  return true
}
