import { createServer, type Socket } from 'node:net'
import { freePort } from '../lib/free-port.ts'

/** What the daemon received of one stream. */
export interface ScannedStream {
  command: string
  bytes: Buffer
}

export interface Daemon {
  url: string
  stop(): void
}

/** A daemon that speaks ClamAV's protocol: reads a whole stream and answers it. `null`: closes without an answer. */
export async function startClamav(answer: (stream: ScannedStream) => string | null): Promise<Daemon> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
      const stream = readStream(received)
      if (!stream) return
      const text = answer(stream)
      if (text === null) socket.end()
      else socket.end(`${text}\0`)
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `tcp://127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The stream, once all of it is there: a command, chunks after their lengths, and an empty chunk. */
function readStream(received: Buffer): ScannedStream | undefined {
  const start = received.indexOf(0) + 1
  if (start === 0) return undefined
  const chunks: Buffer[] = []
  for (let at = start; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return { command: received.toString('utf8', 0, start - 1), bytes: Buffer.concat(chunks) }
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
