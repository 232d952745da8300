import { currentUser, login, refresh } from '@keyhold/contracts/identity/accounts'
import { listLandlords } from '@keyhold/contracts/identity/admin-accounts'
import { enterCode, startAuthenticatorApp, confirmAuthenticatorApp } from '@keyhold/contracts/identity/second-factors'
import { oneTimeCode } from '@keyhold/kit/testing/one-time-code'
import { createClient, startProduct } from '../../services/testing/product.ts'
import type { Finding } from '../abuse.ts'

const networks = 60

/** Somebody who knows the password, but has not the phone: guesses codes from many networks, skips the step, uses a code again. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct({ env: { TRUST_PROXY: '127.0.0.0/8, ::1' } })
  try {
    const victim = await product.landlord('Victor')
    const { body } = await victim.api(startAuthenticatorApp)
    const used = oneTimeCode(body.secret)
    const { body: made } = await victim.api(confirmAuthenticatorApp, { body: { code: used } })
    const recoveryCode = made.recoveryCodes![0]!
    const credentials = { email: victim.email, password: victim.password, userType: 'landlord' as const }
    const typePassword = async (client = product.visitor(), ip = '198.51.100.9') => {
      await client.api(login, { body: credentials, headers: { 'x-forwarded-for': ip } })
      return client
    }
    const enter = async (client: ReturnType<typeof createClient>, code: string, ip = '198.51.100.9') =>
      (await client.api(enterCode, { body: { code }, headers: { 'x-forwarded-for': ip } })).status

    const skipped = await typePassword()
    const past = [(await skipped.api(currentUser)).status, (await skipped.api(refresh)).status]
    const replayed = await enter(await typePassword(), used)
    const once = await enter(await typePassword(), recoveryCode)
    const twice = await enter(await typePassword(), recoveryCode)
    const answers: number[] = []
    for (let i = 0; i < networks; i++) {
      const ip = `203.0.113.${i}`
      const client = await typePassword(product.visitor(), ip)
      answers.push(await enter(client, '000000', ip), await enter(client, '111111', ip))
    }
    const compared = answers.filter((status) => status === 400).length
    const owner = createClient(product.url)
    for (const [name, value] of victim.cookies) if (name === 'kh_device') owner.cookies.set(name, value)
    const known = await enter(
      await typePassword(owner, '203.0.113.1'),
      oneTimeCode(body.secret, { periods: 1 }),
      '203.0.113.1',
    )

    const site = await administratorOfPublicSite()
    return [
      {
        promise: 'the right password alone opens nothing where there is a second factor',
        isHeld: past.every((status) => status === 401),
        figures: past.join(' and '),
      },
      {
        promise: 'a code works once, and so does a recovery code',
        isHeld: replayed === 400 && once === 200 && twice === 400,
        figures: `code again ${replayed}, recovery code ${once}, again ${twice}`,
      },
      {
        promise: 'codes cannot be guessed from many networks',
        isHeld: compared <= 20,
        figures: `${compared} of ${answers.length} guesses from ${networks} networks were compared`,
      },
      {
        promise: 'the owner signs in on a known device meanwhile',
        isHeld: known === 200,
        figures: `answered ${known}`,
      },
      {
        promise: 'the administrator of a public site does nothing without a second factor',
        isHeld: site === 403,
        figures: `answered ${site}`,
      },
    ]
  } finally {
    await product.stop()
  }
}

async function administratorOfPublicSite(): Promise<number> {
  const product = await startProduct({ env: { PUBLIC_URL: 'https://rent.test', TRUST_PROXY: 'none' } })
  try {
    return (await (await product.superAdmin()).api(listLandlords)).status
  } finally {
    await product.stop()
  }
}
