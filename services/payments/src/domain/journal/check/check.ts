import type { ReadSql } from '@keyhold/kit/database/database'

/** Selects the differences (`what`, `id`, `expected`, `found`) of a landlord's books. */
export type Check = (sql: ReadSql, landlordId: string) => ReturnType<ReadSql>
