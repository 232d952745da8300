import { expect, test } from 'vitest'
import { noAnswer } from '~/api/client/problem.ts'
import { mayWorkAgain } from './uploads.ts'

const refused = (status: number) => ({ status, title: '', detail: 'Because.' })

test.each([noAnswer, ...[408, 429, 500, 502, 503, 504].map(refused), new TypeError('Failed to fetch')])(
  'after %j another try may help',
  (error) => {
    expect(mayWorkAgain(error)).toBe(true)
  },
)

test.each([400, 401, 403, 404, 409, 413, 415, 422])('a %i is not worth a retry', (status) => {
  expect(mayWorkAgain(refused(status))).toBe(false)
})

test.each(['document-limit-reached', 'photo-limit-reached'])(
  'a refusal for want of room (%s) ends when something is deleted',
  (code) => {
    expect(mayWorkAgain({ ...refused(409), code })).toBe(true)
  },
)
