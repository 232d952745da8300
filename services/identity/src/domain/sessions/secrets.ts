import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of it. A fast hash is enough: there is nothing to guess in 256 random bits. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
