import type { SecondFactor } from '@keyhold/contracts/identity/second-factors'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { button, field, fill, show } from '~/testing/render.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

const server = useFakeServer()
const none: SecondFactor = {
  appSince: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  passkeyOrigin: null,
}
const codes = ['aaaaaa-bbbbbb-cccccc-dddddd', 'eeeeee-ffffff-gggggg-hhhhhh']

test('an authenticator app is set up after the password, and the recovery codes are shown once', async () => {
  let isConfirmed = false
  server.answer({
    'GET /api/user/second-factor': none,
    'POST /api/user/second-factor/app': () =>
      isConfirmed
        ? { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: '<svg/>' }
        : refusal(403, 'Please type your password again to go on.', { code: 'password-needed' }),
    'POST /api/user/confirm-password': () => ((isConfirmed = true), { confirmed: true }),
    'POST /api/user/second-factor/app/confirm': { recoveryCodes: codes },
  })
  const { user } = show(<SecondFactorCard />, { as: aUser() })
  await user.click(await screen.findByRole('button', { name: 'Set up authenticator app' }))
  await screen.findByText('Confirm it’s you')
  await fill(user, { Password: 'correct-horse-42' })
  await user.click(button('Continue'))
  await screen.findByText('JBSW Y3DP EHPK 3PXP')
  expect(screen.getByAltText('QR code for your authenticator app')).toBeTruthy()
  server.answer({
    'GET /api/user/second-factor': { ...none, appSince: '2026-03-15T15:00:00.000Z', recoveryCodesLeft: 10 },
  })
  await fill(user, { '6-digit code': '123456' })
  await user.click(button('Turn on'))
  await screen.findByText(codes[0]!)
  const file = screen.getByRole('link', { name: 'Download' }).getAttribute('href')!
  expect(decodeURIComponent(file)).toContain(codes.join('\n'))
  await user.click(button('I saved them'))
  await screen.findByText('10 codes left.')
  expect(screen.queryByText(codes[0]!)).toBeNull()
})

test('the card says why no passkey can be added here, and how few recovery codes are left', async () => {
  server.answer({
    'GET /api/user/second-factor': { ...none, appSince: '2026-03-15T15:00:00.000Z', recoveryCodesLeft: 1 },
  })
  show(<SecondFactorCard />, { as: aUser() })
  await screen.findByText(/Passkeys need a site with https and a host name/)
  expect(screen.getByText(/1 code left. Get new ones before you run out/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('turning off asks for password and second factor one after the other', async () => {
  const steps = ['password-needed', 'second-factor-needed']
  server.answer({
    'GET /api/user/second-factor': { ...none, appSince: '2026-03-15T15:00:00.000Z', recoveryCodesLeft: 10 },
    'DELETE /api/user/second-factor/app': () =>
      steps.length > 0 ? refusal(403, 'More, please.', { code: steps.shift()! }) : new Response(null, { status: 204 }),
    'POST /api/user/confirm-password': { confirmed: true },
    'POST /api/user/confirm-code': { confirmed: true },
  })
  const { user, toast } = show(<SecondFactorCard />, { as: aUser() })
  await user.click(await screen.findByRole('button', { name: 'Turn off authenticator app' }))
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  await screen.findByText('Confirm it’s you')
  await fill(user, { Password: 'correct-horse-42' })
  await user.click(button('Continue'))
  await screen.findByLabelText('Code from your authenticator app')
  await fill(user, { 'Code from your authenticator app': '123456' })
  await user.click(button('Continue'))
  await waitFor(() => expect(toast()?.title).toBe('Authenticator app turned off'))
})

test('the recovery codes are not closed by Escape or a press outside without a question', async () => {
  const onClose = vi.fn()
  const { user } = show(<RecoveryCodesDialog codes={codes} onClose={onClose} />, { as: aUser() })
  const question = () => screen.findByRole('alertdialog', { name: 'Close without saving the codes?' })
  await user.keyboard('{Escape}')
  await question()
  await user.click(button('Back to the codes'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByText(codes[0]!)).toBeTruthy()
  await act(async () => void (fireEvent.pointerDown(document.body), fireEvent.click(document.body)))
  await question()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(within(await question()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a new name of a passkey that was typed is not thrown away without a question', async () => {
  const onClose = vi.fn()
  const { user } = show(
    <PasskeyNameDialog
      title="Rename passkey"
      submit="Rename"
      initial="Phone"
      loading={false}
      onName={() => {}}
      onClose={onClose}
    />,
  )
  await fill(user, { Name: 'Old phone' })
  await user.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(button('Keep editing'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(field('Name')).toHaveProperty('value', 'Old phone')
  await fill(user, { Name: 'Phone' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
