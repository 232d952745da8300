import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * The E.164 form of a number as a person typed it (read as a US number without a country code); null when no text can reach it.
 * Length decides, not the numbering plan: whether a number is in service only the provider knows.
 */
export function toE164(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'US')
  return number?.isPossible() ? number.number : null
}
