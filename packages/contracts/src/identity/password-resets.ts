import * as routes from './password-resets.routes.ts'
import { endpoint } from '../endpoint.ts'
import { email, line } from '../scalars.ts'
import { z } from '../zod.ts'
import { newPassword } from './accounts.ts'

/** How long a mailed link sets a new password. */
export const resetLinkMinutes = 60

export const ForgotPasswordForm = z.object({ email })

export const ResetPasswordForm = z.object({ token: line(200, 'The link is incomplete'), newPassword })

export const forgotPassword = endpoint(routes.forgotPassword, {
  body: ForgotPasswordForm,
  response: z.object({ accepted: z.literal(true) }),
  summary: 'Ask for a link that sets a new password; the answer is the same whether the account exists',
})

export const resetPassword = endpoint(routes.resetPassword, {
  body: ResetPasswordForm,
  response: z.object({ email: z.string() }),
  summary: 'Set a new password by the link mailed for it; ends every session of the account',
})
