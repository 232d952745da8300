import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * The E.164 form of a number as typed, read as a US number without a country code; null where it cannot be a phone number.
 * Checks the length only: whether a number is in service only the provider knows.
 */
export function toE164(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'US')
  return number?.isPossible() ? number.number : null
}
