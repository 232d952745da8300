import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeTwilio {
  url: string
  /** The forms that reached `Messages.json`, in order. */
  sent: Record<string, string>[]
  /** Texts to this number are refused with this error code from now on. */
  refuse(to: string, code: number, status?: number): void
  /** Stores a picture of a text; its address as webhooks name it. */
  addMedia(name: string, bytes: Uint8Array): string
  /** Signs a webhook's form as Twilio does. */
  sign(url: string, form: Record<string, string>): string
  stop(): Promise<void>
}

/** Twilio's Messages API on a loopback port: basic authentication, form in, JSON out, its error bodies. */
export async function fakeTwilio({
  accountSid,
  authToken,
}: {
  accountSid: string
  authToken: string
}): Promise<FakeTwilio> {
  const sent: Record<string, string>[] = []
  const media = new Map<string, Uint8Array>()
  const refusals = new Map<string, { code: number; status: number }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const error = (status: number, code: number, message: string) =>
      answer(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.headers.authorization !== `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`)
        return error(401, 20003, 'Authenticate')
      const picture = request.method === 'GET' ? media.get(request.url ?? '') : undefined
      if (picture) return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
      if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
        return error(404, 20404, 'The requested resource was not found')
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      const refusal = refusals.get(form.To ?? '')
      if (refusal) return error(refusal.status, refusal.code, 'Refused by the fake')
      sent.push(form)
      return answer(201, {
        sid: `SM${String(sent.length).padStart(32, '0')}`,
        status: 'queued',
        to: form.To,
        from: form.From,
        body: form.Body,
        error_code: null,
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    addMedia(name, bytes) {
      const path = `/2010-04-01/Accounts/${accountSid}/Messages/MM1/Media/${name}`
      media.set(path, bytes)
      return `https://api.twilio.com${path}`
    },
    refuse: (to, code, status = 400) => void refusals.set(to, { code, status }),
    sign: (url, form) =>
      createHmac('sha1', authToken)
        .update(
          url +
            Object.keys(form)
              .toSorted()
              .map((name) => `${name}${form[name]}`)
              .join(''),
        )
        .digest('base64'),
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}
