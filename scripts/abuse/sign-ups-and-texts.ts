import { signup } from '@keyhold/contracts/identity/accounts'
import { createInvitation } from '@keyhold/contracts/tenancy/invitations'
import { startProduct, testPassword } from '../../services/testing/product.ts'
import type { Finding } from '../abuse.ts'

/** Free accounts in great number, and the platform's texts and mails with a stranger's words. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct({
    env: { SIGNUPS_PER_HOUR: '20', EMAIL_PROOF: 'on', TRUST_PROXY: '127.0.0.0/8, ::1' },
  })
  try {
    const started = performance.now()
    const form = (i: number) => ({
      email: `bot${i}@example.com`,
      password: testPassword,
      firstName: 'Bot',
      lastName: 'Net',
      phone: '+1 555 010 0100',
      userType: 'landlord' as const,
    })
    const answers: number[] = []
    for (let i = 0; i < 100; i++) {
      // A new address of one /64 each time.
      const headers = { 'x-forwarded-for': `2001:db8:1:2::${(i + 1).toString(16)}` }
      answers.push((await product.visitor().api(signup, { body: form(i), headers })).status)
    }
    const seconds = (performance.now() - started) / 1000
    const made = answers.filter((status) => status === 201).length
    const bot = await product.signIn('bot0@example.com', testPassword, 'landlord')
    let waiting = 0
    for (let i = 0; i < 20; i++) {
      const { body } = await bot.api(createInvitation, {
        body: { email: `stranger${i}@example.com`, phone: `+1 212 555 ${1000 + i}`, sendSMS: true, message: 'Pay me' },
      })
      if (body.emailStatus === 'waiting' && body.smsStatus === 'waiting') waiting++
    }
    const left = (await product.outbox()).filter(({ to }) => to.startsWith('stranger') || to.startsWith('+1212')).length
    const linked = await bot.api(createInvitation, {
      body: { email: 'linked@example.com', message: 'Pay at https://evil.example' },
    })
    return [
      {
        promise: 'one network makes twenty accounts an hour',
        isHeld: made === 20,
        figures: `${made} of ${answers.length} in ${seconds.toFixed(1)} s`,
      },
      {
        promise: 'nothing leaves for an account that has proved nothing',
        isHeld: left === 0 && waiting === 20,
        figures: `${left} messages left, ${waiting} of 20 invitations wait`,
      },
      { promise: 'no link stands in a message', isHeld: linked.status === 400, figures: `answered ${linked.status}` },
    ]
  } finally {
    await product.stop()
  }
}
