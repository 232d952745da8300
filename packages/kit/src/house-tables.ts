/** The tables that every service's schema has, as idempotent SQL. Placeholder until the outbox and inbox bring theirs. */
export function houseTables(_schema: string): string {
  return ''
}
