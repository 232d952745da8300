import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  /** As it came over the wire. */
  source: string
  attachments: { name: string; type: string; bytes: Buffer }[]
}

export interface FakeSmtp {
  url: string
  /** The mails that it took, in order. */
  received: ReceivedMail[]
  /** Every mail is answered with 451 while it is. */
  isBusy: boolean
  stop(): Promise<void>
}

/** A mail server on a loopback port. It knows the login `user` with `pass`, and nobody whose address begins with `nobody@`. */
export async function fakeSmtp(): Promise<FakeSmtp> {
  const refusal = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'pass' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody@') ? done(refusal('No such user', 550)) : done(),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (fake.isBusy) return done(refusal('Try again later', 451))
        const source = Buffer.concat(chunks).toString()
        const to = envelope.rcptTo.map(({ address }) => address)
        fake.received.push({ to, source, attachments: attachmentsOf(source) })
        return done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const fake: FakeSmtp = {
    url: `smtp://user:pass@127.0.0.1:${port}`,
    received: [],
    isBusy: false,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
  return fake
}

/** The attached files of a message (RFC 2045 and 2183), encoded as base64. */
function attachmentsOf(source: string): ReceivedMail['attachments'] {
  const boundary = /boundary="?([^";\r\n]+)/i.exec(source)?.[1]
  if (boundary === undefined) return []
  return source.split(`--${boundary}`).flatMap((part) => {
    const end = part.indexOf('\r\n\r\n')
    const head = part.slice(0, end).replaceAll(/\r\n\s+/g, ' ')
    const name = /content-disposition: attachment;.*filename="?([^";\r\n]+)/i.exec(head)?.[1]
    const type = /content-type: ([^;\s]+)/i.exec(head)?.[1] ?? ''
    return name === undefined ? [] : [{ name, type, bytes: Buffer.from(part.slice(end), 'base64') }]
  })
}
