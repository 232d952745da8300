import { zodResolver } from '@hookform/resolvers/zod'
import { ForgotPasswordForm } from '@keyhold/contracts/identity/password-resets'
import { newPassword, SignupForm } from '@keyhold/contracts/identity/accounts'
import { z } from '@keyhold/contracts/zod'

// A file of its own, loaded after the page: it needs zod and the contract.
export const signUp = zodResolver(SignupForm)
export const forgot = zodResolver(ForgotPasswordForm)

const NewPassword = z
  .object({ newPassword, confirmPassword: z.string() })
  .refine((typed) => typed.newPassword === typed.confirmPassword, {
    path: ['confirmPassword'],
    message: 'New password and confirmation do not match',
  })

export interface TypedPassword {
  newPassword: string
  confirmPassword: string
}
export const reset = zodResolver(NewPassword)
