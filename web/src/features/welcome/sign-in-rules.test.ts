import { LoginForm } from '@keyhold/contracts/identity/accounts'
import { expect, test } from 'vitest'
import { faultsOf } from './sign-in-rules.ts'

const good = { userType: 'landlord', email: 'maya@example.com', password: 'correct-horse-42' } as const

/** The contract's first sentence for each field. */
function judged(typed: Parameters<typeof faultsOf>[0]): Record<string, string> {
  const issues = LoginForm.safeParse(typed).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

test.each([
  { email: '' },
  { email: '   ' },
  { email: 'maya' },
  { email: 'maya@home' },
  { email: 'maya @example.com' },
  { email: '@example.com' },
  { password: '' },
  { email: '', password: '' },
  {},
])('the sign-in form says of %j what the contract says', (part) => {
  const typed = { ...good, ...part }
  expect(faultsOf(typed)).toEqual(judged(typed))
})

test.each(['  Maya@Example.COM ', 'a@b.co', "o'neil+rent@sub.example.co.uk", 'x_y-z@example.io', '1@2.org'])(
  'and stops nobody whom the contract lets in: %s',
  (email) => {
    expect(LoginForm.safeParse({ ...good, email }).success).toBe(true)
    expect(faultsOf({ ...good, email })).toEqual({})
  },
)
