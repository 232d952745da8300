import type { RepairRequest, Source, TenantRecords } from '../facts/facts.ts'
import type { Language } from '../intents.ts'
import { findPassages } from './documents.ts'
import { type Answer, timeLeft } from './money-answers.ts'
import { dateText, moneyText, statusNames } from './words.ts'

const source = (label: string, text: string, path: string | null): Source => ({ label, text, path })

export function leaseStartAnswer({ lease: { startDate } }: TenantRecords, language: Language): Answer | null {
  if (!startDate) return null
  const day = dateText(startDate, language)
  return {
    text: language === 'es' ? `Su contrato empezó el ${day}.` : `Your lease started on ${day}.`,
    sources: [source(language === 'es' ? 'Contrato' : 'Lease', day, '/tenant-portal')],
  }
}

export function leaseEndAnswer({ lease, today }: TenantRecords, language: Language): Answer | null {
  const es = language === 'es'
  if (!lease.endDate) {
    if (!lease.startDate) return null
    return {
      text: es ? 'Su contrato no tiene fecha de término registrada.' : 'Your lease has no end date on record.',
      sources: [source(es ? 'Contrato' : 'Lease', es ? 'Sin fecha de término' : 'No end date', '/tenant-portal')],
    }
  }
  const day = dateText(lease.endDate, language)
  const left = lease.endDate > today ? timeLeft(today, lease.endDate, language) : null
  const ended = lease.endDate < today
  const text = es
    ? `Su contrato ${ended ? 'terminó' : 'termina'} el ${day}${left ? ` (faltan ${left})` : ''}.`
    : `Your lease ${ended ? 'ended' : 'ends'} on ${day}${left ? ` (${left} left)` : ''}.`
  return { text, sources: [source(es ? 'Contrato' : 'Lease', day, '/tenant-portal')] }
}

export function rentAnswer({ lease: { monthlyRent } }: TenantRecords, language: Language): Answer | null {
  if (monthlyRent === null) return null
  const amount = moneyText(monthlyRent)
  return {
    text: language === 'es' ? `Su renta mensual es de ${amount}.` : `Your monthly rent is ${amount}.`,
    sources: [source(language === 'es' ? 'Renta' : 'Rent', amount, '/tenant-portal')],
  }
}

export function landlordAnswer({ landlord }: TenantRecords, language: Language): Answer | null {
  if (!landlord) return null
  const ways = [landlord.phone, landlord.email].filter((way) => way !== null)
  const es = language === 'es'
  const reach = ways.length > 0 ? `: ${ways.join(', ')}` : ''
  const text = es
    ? `Su arrendador es ${landlord.name}${reach}. También puede escribir aquí.`
    : `Your landlord is ${landlord.name}${reach}. You can also write here.`
  return { text, sources: [source(es ? 'Arrendador' : 'Landlord', `${landlord.name}${reach}`, '/tenant-portal')] }
}

const stateOf = ({ title, status, scheduledDate, completedDate }: RepairRequest, language: Language) => {
  const es = language === 'es'
  const name = statusNames[language][status]
  const day =
    status === 'completed'
      ? completedDate && (es ? ` el ${dateText(completedDate, language)}` : ` on ${dateText(completedDate, language)}`)
      : status !== 'cancelled' &&
        scheduledDate &&
        (es
          ? `, programada para el ${dateText(scheduledDate, language)}`
          : `, scheduled for ${dateText(scheduledDate, language)}`)
  return `"${title}": ${name}${day || ''}`
}

export function requestsAnswer({ requests }: TenantRecords, language: Language, clause: string): Answer {
  const es = language === 'es'
  const named = requests.filter(({ title }) =>
    title
      .toLowerCase()
      .split(/\W+/)
      .some((word) => word.length > 3 && clause.includes(word)),
  )
  const open = requests.filter(({ status }) => status === 'open' || status === 'in_progress')
  const shown = (named.length > 0 ? named : open.length > 0 ? open : requests.slice(0, 1)).slice(0, 5)
  if (shown.length === 0)
    return {
      text: es ? 'No hay solicitudes de mantenimiento registradas.' : 'You have no maintenance requests on record.',
      sources: [source(es ? 'Solicitudes' : 'Maintenance requests', '0', '/tenant-maintenance')],
    }
  const lines = shown.map((one) => stateOf(one, language))
  const intro =
    open.length === 0
      ? es
        ? 'No hay solicitudes abiertas. La última: '
        : 'You have no open maintenance requests. The latest: '
      : es
        ? 'Sus solicitudes: '
        : 'Your maintenance requests: '
  return {
    text: `${named.length > 0 ? '' : intro}${lines.join('; ')}.`,
    sources: lines.map((line) => source(es ? 'Solicitud' : 'Maintenance request', line, '/tenant-maintenance')),
  }
}

/** Where the documents stand that the landlord shared, or quotes what one says. */
export function documentsAnswer(facts: TenantRecords, language: Language, clause: string): Answer | null {
  const isWanted = asksForFile.test(clause)
  const isLease = /\b(lease|contract|agreement|contrato)\b/.test(clause)
  const named = facts.documents.filter(
    ({ fileName }) => !isLease || /lease|agreement|contract|contrato/i.test(fileName),
  )
  if (!isWanted || named.length === 0) return quotedAnswer(facts, language, clause)
  const names = named.slice(0, 5).map(({ fileName }) => `"${fileName}"`)
  return {
    text:
      language === 'es'
        ? `Lo encuentra en Documentos: ${names.join(', ')}.`
        : `You find it under Documents: ${names.join(', ')}.`,
    sources: named
      .slice(0, 5)
      .map(({ fileName, documentId }) =>
        source('Document', fileName.slice(0, 200), `/documents?document=${documentId}`),
      ),
  }
}

/** Asks for a file and not for what stands in it. */
const asksForFile =
  /\b(where|find|see|open|show|read|download|copy|which|my|donde|ver)\b[^.?!]{0,30}\b(lease|contract|agreement|contrato|documents?|documentos?)\b( (document|file|pdf|papers?|agreement))?$/

/** Quotes what a document that was shared with the tenant says. */
function quotedAnswer({ documents }: TenantRecords, language: Language, clause: string): Answer | null {
  const passages = findPassages(documents, clause)
  if (passages.length === 0) return null
  const says = (name: string) => (language === 'es' ? `"${name}" dice` : `"${name}" says`)
  return {
    text: passages.map(({ document, text }) => `${says(document.fileName)}: “${text}”`).join('\n'),
    sources: passages.map(({ document, text }) =>
      source(document.fileName.slice(0, 200), text, `/documents?document=${document.documentId}`),
    ),
  }
}
