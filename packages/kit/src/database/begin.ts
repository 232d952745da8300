import { escapeIdentifier, escapeLiteral } from 'pg'

/** Whose rows a transaction sees: the settings that row level security reads. Empty means none. */
export interface Scope {
  landlordId: string
  tenantId: string
}

/** Statements that open a transaction and set its scope, for one message without parameters. */
export const beginAs = ({ landlordId, tenantId }: Scope, mode: 'read only' | 'read write'): string =>
  `begin ${mode}; set local app.landlord_id = ${escapeLiteral(landlordId)}; set local app.tenant_id = ${escapeLiteral(tenantId)}`

/** The same for a transaction that sees all rows of the service. */
export const beginAsAdmin = (service: string): string =>
  `begin read write; set local role ${escapeIdentifier(`keyhold_${service}_system`)}`
