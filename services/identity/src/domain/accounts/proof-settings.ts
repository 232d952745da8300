import type { Config } from '../../config.ts'

type Settings = Pick<Config, 'EMAIL_PROOF' | 'SMTP_URL' | 'TWILIO_ACCOUNT_SID'>

/** Whether an account has to prove its e-mail address before mails leave for it. */
export const asksEmailProof = ({ EMAIL_PROOF, SMTP_URL }: Settings): boolean =>
  EMAIL_PROOF === 'auto' ? SMTP_URL !== undefined : EMAIL_PROOF === 'on'

/** Whether it has to prove its phone number before texts leave for it. */
export const asksPhoneProof = ({ EMAIL_PROOF, TWILIO_ACCOUNT_SID }: Settings): boolean =>
  EMAIL_PROOF === 'auto' ? TWILIO_ACCOUNT_SID !== undefined : EMAIL_PROOF === 'on'
