import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server on a loopback port that speaks the wire format (RFC 1035) and knows TXT records only. */
export interface NameServer {
  /** For the setting DNS_SERVER. */
  address: string
  set(name: string, texts: readonly string[]): void
  /** While it is silent, nobody answers. */
  silence(isSilent: boolean): void
  close(): Promise<void>
}

const txt = 16
const noSuchName = 3

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, readonly string[]>()
  let isSilent = false
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    if (!isSilent) socket.send(answerTo(query, records), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, texts) => void records.set(name, texts),
    silence: (silent) => void (isSilent = silent),
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function answerTo(query: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, end } = readName(query)
  const isText = query.readUInt16BE(end) === txt
  const texts = records.get(name.toLowerCase())
  const answers = (isText ? (texts ?? []) : []).map(textRecord)
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  // An answer, with recursion.
  header.writeUInt16BE(0x8180 | (texts ? 0 : noSuchName), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  return Buffer.concat([header, query.subarray(12, end + 4), ...answers])
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function textRecord(text: string): Buffer {
  const pieces = Array.from({ length: Math.ceil(text.length / 255) }, (_, i) => text.slice(i * 255, (i + 1) * 255))
  const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece, 'latin1')])))
  const head = Buffer.alloc(12)
  // A pointer to the name of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(txt, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
