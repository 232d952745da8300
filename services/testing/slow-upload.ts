import { once } from 'node:events'
import { connect } from 'node:net'
import type { Client } from './product.ts'

/** Begins to send a file of ten megabytes, and sends no more of it than its start until it is stopped. */
export async function beginUpload(
  url: string,
  { cookies }: Pick<Client, 'cookies'>,
  path: string,
): Promise<{ stop(): void }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nContent-Type: image/jpeg\r\nContent-Length: 10000000\r\n\r\n`,
  )
  socket.write(new Uint8Array(100_000))
  // The pace that a server may ask for is kept.
  const drip = setInterval(() => socket.write(new Uint8Array(10_000)), 1_000)
  return {
    stop() {
      clearInterval(drip)
      socket.destroy()
    },
  }
}
