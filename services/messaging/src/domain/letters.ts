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

/** A letter as a notice whose mail is the letter. */
export const noticeOf = ({ subject, paragraphs, link }: Letter) => ({
  title: subject,
  body: paragraphs.join('\n'),
  path: link.page,
  mail: { paragraphs, linkLabel: link.label },
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
export const requestLetter = (request: Request, { person, home }: Reported): Letter => ({
  subject: `New maintenance request: ${request.title}`,
  paragraphs: [
    `${person ? [fullName(person), person.phone].filter(Boolean).join(', ') : 'A tenant'} has reported a problem${home ? ` at ${home.name}, ${home.address}` : ''}.`,
    summaryOf(request),
  ],
  link: requestLink(request),
})

/** Who reported it, and where; undefined where it is not known yet. */
interface Reported {
  person: { firstName: string; lastName: string; phone: string | null } | undefined
  home: { name: string; address: string } | undefined
}

/** What an alert says beside the request. */
export interface AlertFacts {
  propertyName: string | null
  address: string | null
  unitName: string | null
  tenantName: string | null
  tenantPhone: string | null
}

interface Alert extends Request {
  words: readonly string[]
  isRaised: boolean
  isRepeated: boolean
}

interface Round extends AlertFacts {
  /** From 1. */
  round: number
  isLast: boolean
}

const said = (parts: readonly (string | null)[], between: string) => parts.filter(Boolean).join(between)

/** To a landlord in an emergency. `isRaised`: the request existed before with a lower priority. */
export const emergencyLetter = (alert: Alert, facts: Round): Letter => ({
  subject: `EMERGENCY: ${alert.title}`,
  paragraphs: [
    introductionOf(alert),
    summaryOf(alert),
    said(
      [
        facts.propertyName && `Where: ${said([facts.propertyName, facts.unitName, facts.address], ', ')}`,
        facts.tenantName && `Who: ${said([facts.tenantName, facts.tenantPhone], ', ')}`,
      ],
      '\n',
    ),
    repeatsOf(alert, facts),
  ].filter(Boolean),
  link: { ...requestLink(alert), label: alert.isRepeated ? 'See the request and confirm' : 'See the request' },
})

/** The same behind the bell, as soon as it is reported. */
export const emergencyNotice = (request: Request & { suggestionWords?: readonly string[] | undefined }): Letter => {
  const facts = { propertyName: null, address: null, unitName: null, tenantName: null, tenantPhone: null }
  const alert = { ...request, words: request.suggestionWords ?? [], isRaised: false, isRepeated: false }
  return emergencyLetter(alert, { ...facts, round: 1, isLast: false })
}

function introductionOf({ isRaised, priority, words }: Alert): string {
  if (isRaised) return 'A maintenance request has been escalated to an emergency.'
  if (priority === 'emergency') return 'A tenant has reported an emergency.'
  return `A tenant has reported what reads like an emergency (“${words[0] ?? ''}”), with another urgency.`
}

function repeatsOf({ isRepeated }: Alert, { round, isLast }: Round): string {
  if (!isRepeated) return ''
  if (isLast) return 'Nobody has confirmed this alert. It is not repeated again.'
  return `${round > 1 ? `This is reminder ${round - 1}. ` : ''}The alert is repeated until you confirm it.`
}

const summaryOf = ({ title, category, priority }: Request) => `${title}\nCategory: ${category}\nPriority: ${priority}`
const requestLink = ({ requestId }: Request) => ({
  label: 'See the request',
  page: pages.maintenanceRequest(requestId),
})

/** The same as a text message, short to save message parts of 153 characters. */
export function emergencyText(alert: Alert, facts: Round, publicUrl: string): string {
  const { title, requestId, isRaised, isRepeated } = alert
  const link = `${publicUrl}${pages.maintenanceRequest(requestId)}`
  const where = said([facts.propertyName && shorten(facts.propertyName, 40), facts.unitName], ', ')
  const who = said([facts.tenantName && shorten(facts.tenantName, 40), facts.tenantPhone], ' ')
  const what = `EMERGENCY ${facts.round > 1 ? 'not confirmed' : isRaised ? 'now' : 'reported'}: ${shorten(title, 70)}`
  const ask = isRepeated && !facts.isLast ? 'Confirm: ' : ''
  return `${said([what, where, who], '. ')}${where || who ? '. ' : ' '}${ask}${link} (Keyhold. STOP ends these texts.)`
}
