import { randomInt } from 'node:crypto'

// Without 0/O, 1/I/L and U: it is read over the telephone.
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')

/** `KH-XXXX-XXXX`, for a report that names no confirmation number of its own. */
export const newConfirmationNumber = (): string => `KH-${group()}-${group()}`
