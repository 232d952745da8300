import { Refusal } from '@keyhold/kit/http/problem'
import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from './common-passwords.ts'

// argon2id (the library's default algorithm) with OWASP's second set of costs: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The hash of a random text that nobody kept, with the costs above.
export const decoy = '$argon2id$v=19$m=19456,t=2,p=1$cZTHKuENuy36YxgyPr1P+A$TIv+O0jlbmpckRBgRAD0L7HibwvCcDLUmDB1gm0jOkg'

// The same letters typed on another system may come composed differently.
const normal = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost)

/** Whether the password is the hashed one. Without a hash the answer is no, after the same work, so that time tells nobody which e-mails have an account. */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> =>
  (await verify(passwordHash ?? decoy, normal(password))) && passwordHash !== undefined

/** @throws Refusal `invalid-input` for a password that is too short or one of the commonest; `field` is where the form shows it */
export function judgePassword(password: string, { minLength, field }: { minLength: number; field: string }): void {
  if (password.length < minLength) refuseField(field, `Password must be at least ${minLength} characters long`)
  if (commonPasswords.has(password.trim().toLowerCase()))
    refuseField(field, 'This password is one of the most common ones. Please choose another')
}

/** @throws Refusal always */
export function refuseField(path: string, message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path, message }] })
}
