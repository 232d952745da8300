import {
  mostDocumentCharacters,
  mostTenantDocuments,
  tenantDocumentTexts,
} from '@keyhold/contracts/properties/tenant-documents'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'

interface Row {
  documentId: string
  fileName: string
  text: string
}

export const tenantDocumentRoutes = [
  serve(tenantDocumentTexts, async ({ actor, params, db }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const rows = await db.read(
      actor,
      (sql) => sql<Row[]>`
        select d.id as document_id, d.file_name, left(t.text, ${whole(sql, mostDocumentCharacters)}) as text
        from document d join document_text t on t.landlord_id = d.landlord_id and t.document_id = d.id
        where d.landlord_id = ${landlordId} and d.tenant_id = ${params.id} and d.deleted_at is null and t.text <> ''
        order by d.created_at desc, d.id desc limit ${whole(sql, mostTenantDocuments)}`,
    )
    return [...rows]
  }),
]
