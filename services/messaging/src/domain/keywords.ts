// The carriers' standard keywords, and the most common phrases: since 2025 the FCC lets people opt out "by any reasonable means" (47 CFR 64.1200).
const optOut = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'PLEASESTOP',
  'STOPPLEASE',
  'STOPTEXTING',
  'STOPTEXTINGME',
  'UNSUBSCRIBEME',
  'OPTMEOUT',
])
const optIn = new Set(['START', 'YES', 'UNSTOP'])

/** The keyword that a text consists of, ignoring case, spaces and punctuation; null for any other text. */
export function keywordOf(text: string): 'opt-out' | 'opt-in' | null {
  const word = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (optOut.has(word)) return 'opt-out'
  return optIn.has(word) ? 'opt-in' : null
}
