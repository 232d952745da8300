import { zodResolver } from '@hookform/resolvers/zod'
import { RegistrationForm } from '@keyhold/contracts/tenancy/invitations'
import { z } from '@keyhold/contracts/zod'

/** The contract's form with the password typed twice; a blank one is not sent. */
const RegistrationPage = RegistrationForm.extend({
  password: z.preprocess((typed) => (typed === '' ? undefined : typed), RegistrationForm.shape.password),
  confirmPassword: z.string().optional(),
})
  .refine(({ password, confirmPassword }) => (password ?? '') === (confirmPassword ?? ''), {
    path: ['confirmPassword'],
    message: 'The passwords do not match',
  })
  // Not in JSON.
  .transform((answers) => ({ ...answers, confirmPassword: undefined }))

export type RegistrationInput = z.input<typeof RegistrationPage>
export type Registration = z.output<typeof RegistrationPage>

export const registration = zodResolver(RegistrationPage)
