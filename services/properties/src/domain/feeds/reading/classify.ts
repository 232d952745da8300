import type { FeedChannel, FeedEntryKind } from '@keyhold/contracts/properties/stays/feed-values'

export interface Words {
  summary: string
  description: string
}

export interface Meaning {
  kind: FeedEntryKind
  /** As far as the channel says it. */
  guestName: string | null
  /** The channel's own number of the reservation. */
  code: string | null
  phoneLastDigits: string | null
}

const nobody = { guestName: null, code: null, phoneLastDigits: null }
const reserved =
  /^(?:reserved|reservation|booked|booking|r[ée]serv[ée]e?|reserviert|gebucht|reservad[oa]|prenotat[oa]|gereserveerd)\b/i
const notAvailable =
  /not available|unavailable|blocked|indisponible|nicht verf(?:ü|ue)gbar|no disponible|non disponibile|niet beschikbaar|indispon[ií]vel/i

/** What the words of an entry mean on its channel. */
export function classify(channel: FeedChannel, words: Words): Meaning {
  switch (channel) {
    case 'airbnb':
      return ofAirbnb(words)
    case 'vrbo':
      return ofVrbo(words)
    case 'booking_com':
      return ofBookingCom(words)
    case 'keyhold':
    case 'google':
    case 'other':
      return { ...nobody, kind: reserved.test(words.summary) ? 'reservation' : 'closed' }
  }
}

/** `Reserved` with the address of the reservation below it; `Airbnb (Not available)` for everything else. Until 2019: `Ann Lee (HMABCDEF12)`. */
function ofAirbnb({ summary, description }: Words): Meaning {
  const address = /reservations?\/(?:details\/|itinerary\?code=)([A-Z0-9]{6,14})/i.exec(description)
  const named = /^(.+) \((HM[A-Z0-9]{6,12})\)$/.exec(summary)
  const phoneLastDigits = /Last 4 Digits\):\s*(\d{4})/i.exec(description)?.[1] ?? null
  const code = address?.[1] ?? named?.[2] ?? null
  if (code !== null) return { kind: 'reservation', guestName: named?.[1] ?? null, code, phoneLastDigits }
  if (notAvailable.test(summary)) return { ...nobody, kind: 'unavailable' }
  return { ...nobody, kind: reserved.test(summary) ? 'reservation' : 'closed', phoneLastDigits }
}

/** `Reserved - Ann` in the language of the site, and `Blocked`. */
function ofVrbo({ summary }: Words): Meaning {
  const named = /^[^-–]+[-–]\s*(.+)$/.exec(summary)?.[1]?.trim()
  if (reserved.test(summary)) {
    const isName = named !== undefined && !notAvailable.test(named) && !/^(vrbo|homeaway|guestname)$/i.test(named)
    return { ...nobody, kind: 'reservation', guestName: isName ? named : null }
  }
  return { ...nobody, kind: notAvailable.test(summary) ? 'unavailable' : 'closed' }
}

/** `CLOSED - Not available` stands for a booking as well as for closed nights. Older feeds have the guest instead: `CLOSED - Ann Lee`. */
function ofBookingCom({ summary }: Words): Meaning {
  const named = /^closed\s*[-–]\s*(.+)$/i.exec(summary)?.[1]?.trim()
  if (named !== undefined && !notAvailable.test(named)) return { ...nobody, kind: 'reservation', guestName: named }
  return { ...nobody, kind: reserved.test(summary) ? 'reservation' : 'closed' }
}

/** The channel that a calendar says it is from, for one whose channel the landlord did not name. */
export function channelOf(prodId: string, uid: string): FeedChannel {
  const text = `${prodId} ${uid}`.toLowerCase()
  if (text.includes('airbnb')) return 'airbnb'
  if (/homeaway|vrbo|abritel|fewo-direkt/.test(text)) return 'vrbo'
  if (text.includes('booking.com')) return 'booking_com'
  if (text.includes('google')) return 'google'
  return text.includes('keyhold') ? 'keyhold' : 'other'
}
