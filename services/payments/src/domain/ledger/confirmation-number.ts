import { randomInt } from 'node:crypto'

// Without 0/O, 1/I/L and U, which are easily confused when read over the phone.
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')

/** `KH-XXXX-XXXX`, for a report without a confirmation number. */
export const newConfirmationNumber = (): string => `KH-${group()}-${group()}`
