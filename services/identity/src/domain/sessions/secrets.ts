import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a cookie or a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Only the hash is stored. A fast hash is enough, because 256 random bits cannot be guessed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
