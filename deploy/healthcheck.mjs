// Exit code 0 when the process in this container answers; the slim image has neither curl nor wget.
import { get } from 'node:http'

const request = get(
  { host: '127.0.0.1', port: process.env.PORT ?? 8080, path: '/healthz', timeout: 4000 },
  (response) => {
    process.exit(response.statusCode === 200 ? 0 : 1)
  },
)
request.on('timeout', () => request.destroy(new Error('no answer in 4 s')))
request.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
