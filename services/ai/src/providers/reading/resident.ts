import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Resident memory of a process in bytes; undefined when it has exited. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  }
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return Number(stdout) > 0 ? Number(stdout) * 1024 : undefined
}
