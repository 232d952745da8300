// Twilio's default keywords, and the plainest phrases: the FCC's rule of 2025 lets people opt out "by any reasonable means".
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

/** What a text asks for, whatever its case, spaces and punctuation; null for any other text. */
export function keywordOf(text: string): 'opt-out' | 'opt-in' | null {
  const word = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (optOut.has(word)) return 'opt-out'
  return optIn.has(word) ? 'opt-in' : null
}
