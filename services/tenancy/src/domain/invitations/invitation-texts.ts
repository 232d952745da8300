import { invitationDays } from '@keyhold/contracts/tenancy/invitations'

export interface InvitationWords {
  landlordName: string
  firstName: string | null
  message: string | null
  link: string
}

const expiry = `This link expires in ${invitationDays} days.`

/** Used where the landlord wrote no message. */
const defaultMessage = ({ landlordName, firstName }: InvitationWords) =>
  `Hi${firstName ? ` ${firstName}` : ''}, ${landlordName} invites you to set up your tenant account.`

/** The SMS: sender and message, the link, when it expires, and how to opt out. */
export function invitationSms(words: InvitationWords): string {
  const message = words.message ? `${words.landlordName}: ${words.message}` : defaultMessage(words)
  return `${message} ${words.link} ${expiry} Reply STOP to opt out.`
}

export function invitationMail(words: InvitationWords): { subject: string; body: string } {
  const paragraphs = [
    ...(words.message
      ? [`Hi${words.firstName ? ` ${words.firstName}` : ''},`, words.message]
      : [defaultMessage(words)]),
    `Register here: ${words.link}`,
    `${expiry} If you did not expect this mail, you can ignore it.`,
    words.landlordName,
  ]
  return { subject: `${words.landlordName} invites you to register`.slice(0, 200), body: paragraphs.join('\n\n') }
}
