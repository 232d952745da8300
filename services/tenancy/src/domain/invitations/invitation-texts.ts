import { invitationDays } from '@keyhold/contracts/tenancy/invitations'

export interface InvitationContent {
  landlordName: string
  firstName: string | null
  message: string | null
  link: string
}

const expiry = `This link expires in ${invitationDays} days.`

/** Used where the landlord wrote no message. */
const defaultMessage = ({ landlordName, firstName }: InvitationContent) =>
  `Hi${firstName ? ` ${firstName}` : ''}, ${landlordName} invites you to set up your tenant account.`

/** The SMS: sender and message, the link, when it expires, and how to opt out. */
export function invitationSms(content: InvitationContent): string {
  const message = content.message ? `${content.landlordName}: ${content.message}` : defaultMessage(content)
  return `${message} ${content.link} ${expiry} Reply STOP to opt out.`
}

export function invitationMail(content: InvitationContent): { subject: string; body: string } {
  const paragraphs = [
    ...(content.message
      ? [`Hi${content.firstName ? ` ${content.firstName}` : ''},`, content.message]
      : [defaultMessage(content)]),
    `Register here: ${content.link}`,
    `${expiry} If you did not expect this email, you can ignore it.`,
    content.landlordName,
  ]
  return { subject: `${content.landlordName} invites you to register`.slice(0, 200), body: paragraphs.join('\n\n') }
}
