import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { requestInfo } from '../api/answer.ts'
import type { EdgeContext, Env } from '../context.ts'
import { apiHeaders, pageHeaders } from '../headers.ts'
import { openapiDocument } from './openapi.ts'

/** `/api/docs`: a reference page, and `/api/docs/openapi.json` beside it, both generated from the contracts on first use. */
export function addDocs(app: Hono<Env>, { publicUrl, trusted }: EdgeContext): void {
  let cached: ReturnType<typeof openapiDocument> | undefined
  const document = () => (cached ??= openapiDocument(publicUrl ?? '/'))

  app.get('/api/docs/openapi.json', (c) => {
    for (const [name, value] of apiHeaders(requestInfo(c, trusted))) c.header(name, value)
    return c.json(document())
  })
  app.get('/api/docs', (c) => {
    const { requestId, secure } = requestInfo(c, trusted)
    for (const [name, value] of pageHeaders(secure)) c.header(name, value)
    c.header('x-request-id', requestId)
    return c.html(referencePage(document()))
  })
}

type Operation = {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: unknown[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

function referencePage(document: ReturnType<typeof openapiDocument>) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')
  const schemas = Object.entries(document.components?.schemas ?? {})
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Keyhold API</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body>
        <header>
          <h1>Keyhold API</h1>
          <p>${document.info.description} <a href="/api/docs/openapi.json">OpenAPI 3.1</a></p>
          <nav>
            ${[...groups.keys()].map((name) => html`<a href="#${name}">${name}</a> `)}<a href="#schemas">schemas</a>
          </nav>
        </header>
        <main>
          ${[...groups].map(
            ([name, entries]) =>
              html`<section id="${name}">
                <h2>${name}</h2>
                ${entries.map(
                  ({ path, method, operation }) =>
                    html`<details id="${operation.operationId ?? path}">
                      <summary>
                        <b class="${method.toLowerCase()}">${method}</b> <code>${path}</code>
                        <span>${operation.summary ?? ''}</span>
                      </summary>
                      <p>${operation.description ?? 'Open to everyone.'}</p>
                      ${
                        operation.parameters?.length
                          ? html`<h3>Parameters</h3>
                              <pre>${pretty(operation.parameters)}</pre>`
                          : ''
                      }
                      ${
                        operation.requestBody
                          ? html`<h3>Body</h3>
                              <pre>${pretty(Object.values(operation.requestBody.content ?? {})[0]?.schema)}</pre>`
                          : ''
                      }
                      ${Object.entries(operation.responses ?? {}).map(
                        ([status, response]) =>
                          html`<h3>${status} <small>${response.description ?? ''}</small></h3>
                            ${status < '300' && response.content ? html`<pre>${pretty(Object.values(response.content)[0]?.schema)}</pre>` : ''}`,
                      )}
                    </details>`,
                )}
              </section>`,
          )}
          <section id="schemas">
            <h2>schemas</h2>
            ${schemas.map(
              ([name, schema]) =>
                html`<details id="schema-${name}">
                  <summary><code>${name}</code></summary>
                  <pre>${pretty(schema)}</pre>
                </details>`,
            )}
          </section>
        </main>
      </body>
    </html>`
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2) ?? ''

const styles = `
:root { color-scheme: light dark; font: 15px/1.55 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; }
nav a { margin-right: .75rem; } h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border: 1px solid color-mix(in srgb, currentColor 18%, transparent); border-radius: 8px; margin: .5rem 0; padding: .5rem .8rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary span { opacity: .75; }
b { display: inline-block; min-width: 4.2rem; font-variant-numeric: tabular-nums; }
pre { overflow: auto; padding: .75rem; border-radius: 6px; background: color-mix(in srgb, currentColor 7%, transparent); font-size: 13px; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; } small { font-weight: 400; opacity: .75; }`
