import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { root, toolEnv } from './paths.ts'

const running = new Set<ChildProcess>()

export interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  /** After this many milliseconds the command is ended and counts as failed. */
  timeoutMs?: number
  /** Ends the command when it is aborted. */
  signal?: AbortSignal
}

/** Runs a command of this project with its output shown; resolves to its exit code, also when it cannot start (127) or takes too long (124). */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<number> {
  const child = spawn(command, args, { cwd: options.cwd ?? root, env: toolEnv(options.env), stdio: 'inherit' })
  running.add(child)
  const abort = () => void end(child)
  options.signal?.addEventListener('abort', abort)
  let tooLate = false
  const timer = setTimeout(
    () => {
      tooLate = true
      void end(child)
    },
    options.timeoutMs ?? 2 ** 31 - 1,
  )
  try {
    return await new Promise<number>((resolve) => {
      child.on('error', (error) => {
        console.error(`${command}: ${error.message}`)
        resolve(127)
      })
      child.on('exit', (code) => resolve(tooLate ? 124 : (code ?? 1)))
    })
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', abort)
    running.delete(child)
  }
}

/** Ends every command that still runs. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end))
}

async function end(child: ChildProcess): Promise<void> {
  const over = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([over, wait(10_000, undefined, { ref: false })])
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
}
