import * as routes from './password-resets.routes.ts'
import { endpoint } from '../endpoint.ts'
import { email, line } from '../scalars.ts'
import { z } from '../zod.ts'
import { newPassword } from './accounts.ts'

/** How long a mailed link is valid. */
export const resetLinkMinutes = 60

export const ForgotPasswordForm = z.object({ email })

export const ResetPasswordForm = z.object({ token: line(200, 'The link is incomplete'), newPassword })

export const forgotPassword = endpoint(routes.forgotPassword, {
  body: ForgotPasswordForm,
  response: z.object({ accepted: z.literal(true) }),
  summary: 'Request a password reset link; the answer does not reveal whether the account exists',
})

export const resetPassword = endpoint(routes.resetPassword, {
  body: ResetPasswordForm,
  response: z.object({ email: z.string() }),
  summary: 'Set a new password by the mailed link; ends all sessions of the account',
})
