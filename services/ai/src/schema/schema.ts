import { pgSchema } from 'drizzle-orm/pg-core'

export const ai = pgSchema('ai')
