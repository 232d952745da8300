import { invitationDays } from '@keyhold/contracts/tenancy/invitations'

export interface InvitationWords {
  landlordName: string
  firstName: string | null
  message: string | null
  link: string
}

const expiry = `This link expires in ${invitationDays} days.`

/** What stands in an invitation whose landlord wrote nothing of their own. */
const defaultMessage = ({ landlordName, firstName }: InvitationWords) =>
  `Hi${firstName ? ` ${firstName}` : ''}, ${landlordName} invites you to set up your tenant account.`

/** The text of an invitation: who sends it, what they say, the link, how long it holds and how to hear no more. */
export function invitationSms(words: InvitationWords): string {
  const says = words.message ? `${words.landlordName}: ${words.message}` : defaultMessage(words)
  return `${says} ${words.link} ${expiry} Reply STOP to opt out.`
}

/** The mail of an invitation, which goes out whether or not a text was asked for. */
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
