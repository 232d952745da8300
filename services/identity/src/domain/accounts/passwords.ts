import { refuseField } from '@keyhold/kit/http/problem'
import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from './common-passwords.ts'

// argon2id (the library's default) with OWASP's second recommended cost: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The hash of a discarded random text, at the same cost.
export const decoy = '$argon2id$v=19$m=19456,t=2,p=1$cZTHKuENuy36YxgyPr1P+A$TIv+O0jlbmpckRBgRAD0L7HibwvCcDLUmDB1gm0jOkg'

// Other systems may compose the same letters differently.
const normalize = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normalize(password), cost)

/** Whether the password has this hash. Without a hash the same work is done, so that timing does not reveal which e-mails have an account. */
export const passwordMatches = async (password: string, passwordHash: string | undefined): Promise<boolean> =>
  (await verify(passwordHash ?? decoy, normalize(password))) && passwordHash !== undefined

/** @throws Refusal `invalid-input` for a password that is too short or too common, shown at the form's `field` */
export function checkNewPassword(password: string, { minLength, field }: { minLength: number; field: string }): void {
  if (password.length < minLength) refuseField(field, `Password must be at least ${minLength} characters long`)
  if (commonPasswords.has(password.trim().toLowerCase()))
    refuseField(field, 'This password is one of the most common ones. Please choose another')
}
