import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const handedOut = new Set<number>()

/**
 * A port of 127.0.0.1 that nobody listens on right now, never twice in one process.
 * It lies below the ports that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere):
 * one of those may be taken by any connection before its server gets to listen on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000)
    if (handedOut.has(port) || !(await isFree(port))) continue
    handedOut.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
