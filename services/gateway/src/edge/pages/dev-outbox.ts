import { devOutbox, devOutboxFile, devReply } from '@keyhold/contracts/messaging/dev-outbox'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { answer } from '../api/answer.ts'
import type { EdgeContext, Env } from '../context.ts'
import { pageHeaders } from '../headers.ts'
import { refuseForeign } from '../origin.ts'

const gateway = serviceActor('gateway', null)

/** `/dev/outbox`: texts and e-mails of local delivery. Added only with DEV_OUTBOX=on. */
export function addDevOutbox(app: Hono<Env>, edge: EdgeContext, call: Call): void {
  app.get('/dev/outbox', (c) =>
    answer(c, '/dev/outbox', 'gateway', edge, async () => {
      const messages = await call(devOutbox, gateway)
      if (!c.req.header('accept')?.includes('text/html')) return c.json(messages)
      for (const [name, value] of pageHeaders(false)) c.header(name, value)
      return c.html(outboxPage(messages))
    }),
  )
  app.get('/dev/outbox/:id/file', (c) =>
    answer(c, '/dev/outbox/:id/file', 'gateway', edge, async () => {
      const file = await call(devOutboxFile, gateway, { params: { id: c.req.param('id') } })
      return c.body(file as Uint8Array<ArrayBuffer>, 200, { 'content-type': 'application/pdf' })
    }),
  )
  app.post('/dev/outbox', (c) =>
    answer(c, '/dev/outbox', 'gateway', edge, async ({ ip }) => {
      refuseForeign((name) => c.req.header(name), edge.publicUrl)
      const endpoint = { encoding: 'form', maxBody: 4096 } as const
      const text = await edge.admission.admit(c.req.raw, { endpoint, caller: ip, owner: ip }, async (body) =>
        String(body),
      )
      const form = new URLSearchParams(text)
      await call(devReply, gateway, { body: { from: form.get('from') ?? '', body: form.get('body') ?? '' } })
      return c.redirect('/dev/outbox', 303)
    }),
  )
}

interface Message {
  id: string
  channel: string
  to: string
  fromName?: string | undefined
  subject?: string | undefined
  body: string
  attachmentName?: string | undefined
  createdAt: string
}

function outboxPage(messages: Message[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Outbox (local delivery)</title>
        <style>
          :root {
            color-scheme: light dark;
            font:
              15px/1.5 system-ui,
              sans-serif;
          }
          body {
            margin: 0 auto;
            max-width: 46rem;
            padding: 2rem 1rem;
          }
          article {
            border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
            border-radius: 10px;
            padding: 0.9rem 1.1rem;
            margin: 0.8rem 0;
          }
          article p {
            white-space: pre-wrap;
            overflow-wrap: anywhere;
            margin: 0.4rem 0;
          }
          small {
            opacity: 0.75;
          }
        </style>
      </head>
      <body>
        <h1>Outbox</h1>
        <p>No text or email provider is configured. Messages that would have been sent are shown here.</p>
        ${messages.length === 0 ? html`<p>No messages yet.</p>` : ''}
        ${messages.map(
          (message) =>
            html`<article>
              <small
                >${message.channel === 'sms' ? 'Text' : 'Mail'}${message.fromName ? html` from <b>${message.fromName}</b>` : ''}
                to <b>${message.to}</b>, ${message.createdAt}</small
              >
              ${message.subject ? html`<h2>${message.subject}</h2>` : ''}
              <p>${linked(message.body)}</p>
              ${
                message.attachmentName
                  ? html`<p><a href="/dev/outbox/${message.id}/file">${message.attachmentName}</a></p>`
                  : ''
              }
              ${
                message.channel === 'sms'
                  ? html`<form method="post">
                        <input type="hidden" name="from" value="${message.to}" />
                        <input name="body" aria-label="Answer" placeholder="Answer as this phone" maxlength="1000" />
                        <button>Answer</button>
                      </form>
                      <form method="post">
                        <input type="hidden" name="from" value="${message.to}" />
                        <button name="body" value="STOP">Answer STOP</button>
                        <button name="body" value="START">Answer START</button>
                      </form>`
                  : ''
              }
            </article>`,
        )}
      </body>
    </html>`
}

/** URLs in a text as links. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part) => (/^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : part))
}
