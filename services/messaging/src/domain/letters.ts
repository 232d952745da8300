import { pages } from '@keyhold/contracts/pages'
import { fullName } from '@keyhold/kit/lib/names'

/** An e-mail before the site's address is known. */
export interface Letter {
  subject: string
  paragraphs: string[]
  /** The page to open, below the paragraphs. */
  link: { label: string; page: string }
}

/** A letter as it is sent. */
export const writeLetter = (
  { subject, paragraphs, link }: Letter,
  publicUrl: string,
): { subject: string; body: string } => ({
  subject: shorten(subject, maxSubjectLength),
  body: [...paragraphs, `${link.label}: ${publicUrl}${link.page}`].join('\n\n'),
})

const maxSubjectLength = 200
const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** To a landlord whose invitation was accepted. */
export function invitationAcceptedLetter(tenant: {
  tenantId: string
  firstName: string
  lastName: string
  email: string
}): Letter {
  const name = fullName(tenant)
  return {
    subject: `${name} has registered`,
    paragraphs: [`${name} (${tenant.email}) has accepted your invitation and registered as a tenant.`],
    link: { label: 'See the record', page: pages.tenant(tenant.tenantId) },
  }
}

interface Request {
  requestId: string
  title: string
  category: string
  priority: string
}

/** To a landlord whose tenant has reported a problem. */
export const requestLetter = (request: Request): Letter => ({
  subject: `New maintenance request: ${request.title}`,
  paragraphs: ['A tenant has reported a problem.', summaryOf(request)],
  link: requestLink(request),
})

/** To a landlord in an emergency. `isRaised`: the request existed before with a lower priority. */
export const emergencyLetter = (request: Request, { isRaised }: { isRaised: boolean }): Letter => ({
  subject: `EMERGENCY: ${request.title}`,
  paragraphs: [
    isRaised ? 'A maintenance request has been raised to an emergency.' : 'A tenant has reported an emergency.',
    summaryOf(request),
  ],
  link: requestLink(request),
})

const summaryOf = ({ title, category, priority }: Request) => `${title}\nCategory: ${category}\nPriority: ${priority}`
const requestLink = ({ requestId }: Request) => ({
  label: 'See the request',
  page: pages.maintenanceRequest(requestId),
})

/** The same as a text message, short to save message parts of 153 characters. */
export function emergencyText({ title, requestId }: Request, { isRaised }: { isRaised: boolean }, publicUrl: string) {
  const link = `${publicUrl}${pages.maintenanceRequest(requestId)}`
  return `EMERGENCY ${isRaised ? 'now' : 'reported'}: ${shorten(title, 70)} ${link} (Keyhold. STOP ends these texts.)`
}
