import { login } from '@keyhold/contracts/identity/accounts'
import { createInvitation, registerTenant } from '@keyhold/contracts/tenancy/invitations'
import { startProduct, superAdmin, testPassword } from '../../services/testing/product.ts'
import type { Finding } from '../abuse.ts'

/** Wrong passwords through an invitation, and at the sign-in page, to lock somebody out. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct({ env: { TRUST_PROXY: '127.0.0.0/8, ::1' } })
  try {
    const admin = await product.superAdmin()
    const mallory = await product.landlord('Mallory')
    const { body } = await mallory.api(createInvitation, { body: { email: superAdmin.email } })
    const token = new URL(body.inviteLink).searchParams.get('token') ?? ''
    const answers: number[] = []
    for (let i = 0; i < 20; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` }
      const form = { token, firstName: 'M', lastName: 'M', password: `wrong guess ${i}` }
      answers.push((await product.visitor().api(registerTenant, { body: form, headers })).status)
    }
    const signIn = (password: string, ip: string, client = product.visitor()) =>
      client.api(login, {
        body: { email: superAdmin.email, password, userType: 'super_admin' },
        headers: { 'x-forwarded-for': ip },
      })
    const outside = await signIn(superAdmin.password, '198.51.100.1')
    for (let i = 0; i < 40; i++) await signIn('wrong', '198.51.100.2')
    const known = await signIn(superAdmin.password, '198.51.100.2', admin)
    const [right, wrongType] = await Promise.all(
      [testPassword, 'wrong'].map((password) =>
        product.visitor().api(login, {
          body: { email: mallory.email, password, userType: 'tenant' },
          headers: { 'x-forwarded-for': '198.51.100.3' },
        }),
      ),
    )
    return [
      {
        promise: 'an invitation link takes five wrong passwords',
        isHeld: answers.filter((status) => status === 409).length === 5,
        figures: `${answers.filter((status) => status === 409).length} of ${answers.length} were compared`,
      },
      {
        promise: 'the owner signs in from a new network meanwhile',
        isHeld: outside.status === 200,
        figures: `answered ${outside.status}`,
      },
      {
        promise: 'a known device signs in from the very network of the attack',
        isHeld: known.status === 200,
        figures: `answered ${known.status} after 40 failures there`,
      },
      {
        promise: 'a failed sign-in does not tell whether only the account type was wrong',
        isHeld: right?.status === wrongType?.status && right?.problem.detail === wrongType?.problem.detail,
        figures: `${right?.status} and ${wrongType?.status}`,
      },
    ]
  } finally {
    await product.stop()
  }
}
