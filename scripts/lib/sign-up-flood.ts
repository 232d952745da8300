import { parentPort, Worker, workerData } from 'node:worker_threads'

/** What the flood was answered. */
export interface FloodResult {
  made: number
  refused: number
  seconds: number
}

interface FloodOptions {
  url: string
  connections: number
  /** Addresses that the connections come from in turn, as a trusted proxy says. */
  networks: string[]
  /** Part of the addresses that sign up, so that each is new. */
  name: string
}

/** Signs up on many connections without a pause, from a thread of its own, until it is stopped. */
export function startSignUpFlood(options: FloodOptions): { stop(): Promise<FloodResult> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage('stop')
      }),
  }
}

async function flood({ url, connections, networks, name }: FloodOptions): Promise<void> {
  const result: FloodResult = { made: 0, refused: 0, seconds: 0 }
  const began = performance.now()
  let isStopped = false
  parentPort?.once('message', () => (isStopped = true))
  let count = 0
  const loops = Array.from({ length: connections }, async (_, i) => {
    while (!isStopped) {
      const answer = await fetch(`${url}/api/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': networks[i % networks.length] ?? '' },
        body: JSON.stringify({
          email: `bot${++count}.${name}@flood.test`,
          password: 'correct-horse-42',
          firstName: 'Bot',
          lastName: 'Net',
          phone: '+1 555 010 0100',
          userType: 'landlord',
        }),
      })
      await answer.text()
      if (answer.status === 201) result.made++
      else result.refused++
    }
  })
  await Promise.all(loops)
  parentPort?.postMessage({ ...result, seconds: (performance.now() - began) / 1000 })
}

if (parentPort && workerData) await flood(workerData as FloodOptions)
