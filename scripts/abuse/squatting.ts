import { login, signup } from '@keyhold/contracts/identity/accounts'
import { createTenantUser } from '@keyhold/contracts/identity/tenant-users'
import { startProduct, testPassword } from '../../services/testing/product.ts'
import type { Finding } from '../abuse.ts'

/** A landlord makes logins for the addresses of others, to reserve them or to sign in as their owners. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct()
  try {
    const [mallory, ann] = [await product.landlord('Mallory'), await product.landlord('Ann')]
    const typed = 'typed by mallory 1'
    const victims = Array.from({ length: 10 }, (_, i) => `victim${i}@example.com`)
    for (const email of victims) await mallory.api(createTenantUser, { body: { email, password: typed } })
    let [open, invited] = [0, 0]
    for (const [i, email] of victims.entries()) {
      const body = { email, password: testPassword, firstName: 'Vic', lastName: 'Tim', phone: '+1 555 010 0100' }
      if (i % 2 === 0) {
        const answer = await product.visitor().api(signup, { body: { ...body, userType: 'landlord' } })
        if (answer.status === 201) open++
      } else if ((await ann.api(createTenantUser, { body: { email, password: testPassword } })).status === 201)
        invited++
    }
    const stolen = await product
      .visitor()
      .api(login, { body: { email: victims[0]!, password: typed, userType: 'landlord' } })
    return [
      {
        promise: 'a login that a landlord typed reserves no address',
        isHeld: open === 5 && invited === 5,
        figures: `${open} of 5 owners signed up, ${invited} of 5 became tenants elsewhere`,
      },
      {
        promise: 'the password that a landlord typed opens no account of the owner',
        isHeld: stolen.status === 401,
        figures: `answered ${stolen.status}`,
      },
    ]
  } finally {
    await product.stop()
  }
}
