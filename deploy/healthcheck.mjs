// Exit code 0 when the process in this container answers; the slim image has neither curl nor wget.
import http from 'node:http'
import https from 'node:https'

const { PORT = 8080, INTERNAL_TLS_CERT } = process.env
// The gateway has none: it listens without TLS, behind a proxy.
const { get } = INTERNAL_TLS_CERT ? https : http
const request = get(
  { host: '127.0.0.1', port: PORT, path: '/healthz', timeout: 4000, rejectUnauthorized: false },
  (response) => {
    process.exit(response.statusCode === 200 ? 0 : 1)
  },
)
request.on('timeout', () => request.destroy(new Error('no answer in 4 s')))
request.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
