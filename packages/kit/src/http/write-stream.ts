import type { ServerResponse } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

interface Streamed {
  status: number
  /** Name, value, name, value, … */
  headers: string[]
  stream: AsyncIterable<Uint8Array>
  /** For example compression. */
  through?: Transform | undefined
}

/**
 * Writes bytes to the socket while they are made, as fast as the client takes them. If making them fails, the connection is cut, so that nobody takes
 * a part for the whole (Hono would end the answer as if it were complete, with the text of the error), and `report` is called.
 */
export async function writeStream(
  outgoing: ServerResponse,
  { status, headers, stream, through }: Streamed,
  report: (error: unknown) => void,
): Promise<void> {
  outgoing.writeHead(status, headers)
  const source = Readable.from(stream, { objectMode: false })
  try {
    await (through ? pipeline(source, through, outgoing) : pipeline(source, outgoing))
  } catch (error) {
    // A client that closes its connection early is nothing to report.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') report(error)
  }
}
