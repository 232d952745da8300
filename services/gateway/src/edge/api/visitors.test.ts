import { get } from 'node:http'
import { accountType } from '@keyhold/contracts/identity/accounts'
import { forgotPassword } from '@keyhold/contracts/identity/password-resets'
import { createInvitation } from '@keyhold/contracts/tenancy/invitations'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type Product, startProduct, superAdmin } from '../../../../testing/product.ts'

let product: Product
let ann: Person
beforeAll(async () => {
  product = await startProduct({ env: { PUBLIC_URL: 'http://localhost:8080' } })
  ann = await product.landlord('Ann')
})
afterAll(() => product.stop())

it('links in messages start with the name of this machine that the visitor uses, and with no foreign one', async () => {
  const invite = async (origin: string) => {
    const body = { email: 'toni@tenants.test', firstName: 'Toni' }
    return (await ann.api(createInvitation, { body, headers: { origin, 'sec-fetch-site': 'same-origin' } })).body
  }
  expect((await invite('http://127.0.0.1:8080')).inviteLink).toMatch(
    /^http:\/\/127\.0\.0\.1:8080\/tenant-register\?token=/,
  )
  expect((await invite('http://localhost:8080')).inviteLink).toMatch(
    /^http:\/\/localhost:8080\/tenant-register\?token=/,
  )

  const headers = { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }
  await product.visitor().api(forgotPassword, { body: { email: ann.email }, headers })
  const mail = await until(async () => (await product.outbox()).find(({ body }) => body.includes('/reset-password')))
  expect(mail.body).toContain('http://127.0.0.1:8080/reset-password?token=')
})

it('answers under its own names only: a foreign name that leads here reads nothing', async () => {
  const { port } = new URL(product.url)
  const statusAs = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/dev/outbox', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).on('error', reject)
    })
  for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, 'localhost:8080', `a.localhost:${port}`])
    expect([host, await statusAs(host)]).toEqual([host, 200])
  for (const host of [`evil.example:${port}`, 'localhost.evil.example', 'evil.example'])
    expect([host, await statusAs(host)]).toEqual([host, 421])
})

it('tells the account type of the privileged address only, and not to who tries many', async () => {
  const visitor = product.visitor()
  const ask = (email: string) => visitor.api(accountType, { body: { email } })
  expect((await ask(superAdmin.email.toUpperCase())).body).toEqual({ userType: 'super_admin' })
  for (const email of [ann.email, 'nobody@nowhere.test'])
    expect((await ask(email)).body).toEqual({ userType: 'landlord' })
  expect((await ask('no address')).status).toBe(400)
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(`try.${index}@nowhere.test`)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  expect((await ask(superAdmin.email)).status).toBe(429)
})
