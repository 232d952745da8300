import { useSyncExternalStore } from 'react'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { plural } from './format.ts'
import { toast } from './toast.ts'

/** A file that is being uploaded, or that was refused. */
export interface Upload {
  key: string
  file: File
  /** Share that was sent, 0 to 1; 1 while the server processes it. */
  share: number
  /** Why it was refused, as a sentence. */
  error?: string
  /** Sending it again would change nothing. */
  isHopeless?: boolean
}

export type Send = (file: File, onProgress: (share: number) => void) => Promise<unknown>

type FaultOf = (file: File, among: number) => string | undefined

export interface Uploads {
  uploads: readonly Upload[]
  /** Queues files; `faultOf` says why one is refused. */
  add: (files: Iterable<File>, faultOf: FaultOf) => void
  retry: (key: string) => void
  dismiss: (key: string) => void
}

// Outside of the components: closing a dialog or leaving the page does not end an upload.
const queues = new Map<string, readonly Upload[]>()
const watchers = new Set<() => void>()
const running = new Set<string>()
const none: readonly Upload[] = []
let made = 0

const queueOf = (queue: string) => queues.get(queue) ?? none

function change(queue: string, next: (uploads: readonly Upload[]) => readonly Upload[]): void {
  queues.set(queue, next(queueOf(queue)))
  for (const watcher of watchers) watcher()
}

const edit = (queue: string, key: string, fields: Partial<Upload>) =>
  change(queue, (uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)))

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

// Deleting something else makes room.
const lacksRoom = ['document-limit-reached', 'photo-limit-reached']

/** Whether a refused file may be accepted if it is sent again: no answer came, the server failed or was busy, or a limit was reached. */
export function mayWorkAgain(error: unknown): boolean {
  if (!isApiError(error)) return true
  const { status, code } = error
  if (code !== undefined && lacksRoom.includes(code)) return true
  return status === 0 || status === 408 || status === 429 || status >= 500
}

const waiting = (queue: string) => queueOf(queue).find(({ error }) => error === undefined)
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Sends the queued files one after the other, so that they arrive in the order they were chosen. */
async function run(queue: string, noun: string, send: Send, isQuiet = false): Promise<void> {
  if (running.has(queue)) return
  running.add(queue)
  addEventListener('beforeunload', warn)
  let added = 0
  for (let next = waiting(queue); next; next = waiting(queue)) {
    const { key, file } = next
    try {
      await send(file, (share) => edit(queue, key, { share }))
      change(queue, (uploads) => uploads.filter((upload) => upload.key !== key))
      added += 1
    } catch (error) {
      edit(queue, key, { error: messageOf(error), isHopeless: !mayWorkAgain(error) })
    }
  }
  running.delete(queue)
  if (running.size === 0) removeEventListener('beforeunload', warn)
  if (added > 0 && !isQuiet) toast({ variant: 'success', title: `${plural(added, noun)} added` })
}

/** Queues files for a record; `faultOf` says why one is refused. Files already in the queue count too. */
export function enqueue(
  { queue, noun, send }: { queue: string; noun: string; send: Send },
  files: Iterable<File>,
  faultOf: FaultOf,
  /** Of files that are part of something which says itself that it was done. */
  { isQuiet = false } = {},
): void {
  let among = queueOf(queue).filter(({ error }) => error === undefined).length
  const next = [...files].map((file): Upload => {
    const error = faultOf(file, among)
    if (!error) among += 1
    return { key: `upload-${(made += 1)}`, file, share: 0, ...(error ? { error, isHopeless: true } : {}) }
  })
  change(queue, (before) => [...before, ...next])
  void run(queue, noun, send, isQuiet)
}

/** The upload queue of one record. `queue` identifies the record, `noun` names one file. */
export function useUploads(queue: string, noun: string, send: Send): Uploads {
  const uploads = useSyncExternalStore(watch, () => queueOf(queue))
  return {
    uploads,
    add: (files, faultOf) => enqueue({ queue, noun, send }, files, faultOf),
    retry: (key) => {
      edit(queue, key, { error: undefined, share: 0 })
      void run(queue, noun, send)
    },
    dismiss: (key) => change(queue, (before) => before.filter((upload) => upload.key !== key)),
  }
}
