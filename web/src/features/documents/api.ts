import type {
  analyseDocument,
  deleteDocument,
  Document,
  documentSummary,
  getDocument,
  listDeletedDocuments,
  listDocuments,
  purgeDocument,
  restoreDocument,
  updateDocument,
  uploadDocument,
} from '@keyhold/contracts/properties/documents'
import { api } from '~/api/api.ts'
import type { Call } from '~/api/base-query.ts'
import { callOf, query, queryPage, queryPages, type Route } from '~/api/endpoint.ts'
import type { OnProgress } from '~/api/upload.ts'

const live = { providesTags: ['Document'] } as const
const changed = { invalidatesTags: ['Document'] } as const
const upload: Route<typeof uploadDocument> = { method: 'POST', path: '/api/documents/upload' }

/** A file on its way, and where it belongs. */
export interface NewDocument {
  file: File
  category: Document['category']
  propertyId?: string
  tenantId?: string
  requestId?: string
  onProgress: OnProgress
}

function formOf({ file, category, propertyId, tenantId, requestId }: NewDocument): FormData {
  const form = new FormData()
  // Fields first: whoever reads the stream knows them before the file comes.
  for (const [name, value] of Object.entries({ category, propertyId, tenantId, requestId }))
    if (value) form.append(name, value)
  form.append('file', file, file.name)
  return form
}

export const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDocuments: build.infiniteQuery({
      ...queryPages<typeof listDocuments>({ method: 'GET', path: '/api/documents' }),
      ...live,
    }),
    /** The newest that were read, for the card beside the list. */
    readDocuments: build.query({
      ...queryPage<typeof listDocuments>({ method: 'GET', path: '/api/documents' }),
      ...live,
    }),
    listDeleted: build.infiniteQuery({
      ...queryPages<typeof listDeletedDocuments>({ method: 'GET', path: '/api/documents/deleted' }),
      ...live,
    }),
    documentSummary: build.query({
      ...query<typeof documentSummary>({ method: 'GET', path: '/api/documents/summary' }),
      ...live,
    }),
    getDocument: build.query({ ...query<typeof getDocument>({ method: 'GET', path: '/api/documents/:id' }), ...live }),
    uploadDocument: build.mutation<Document, NewDocument>({
      query: (document): Call => ({
        ...callOf(upload.method, upload.path, {}),
        body: formOf(document),
        onProgress: document.onProgress,
      }),
      ...changed,
    }),
    updateDocument: build.mutation({
      ...query<typeof updateDocument>({ method: 'PUT', path: '/api/documents/:id' }),
      ...changed,
    }),
    deleteDocument: build.mutation({
      ...query<typeof deleteDocument>({ method: 'DELETE', path: '/api/documents/:id' }),
      ...changed,
    }),
    restoreDocument: build.mutation({
      ...query<typeof restoreDocument>({ method: 'POST', path: '/api/documents/:id/restore' }),
      ...changed,
    }),
    purgeDocument: build.mutation({
      ...query<typeof purgeDocument>({ method: 'DELETE', path: '/api/documents/deleted/:id' }),
      ...changed,
    }),
    analyseDocument: build.mutation({
      ...query<typeof analyseDocument>({ method: 'POST', path: '/api/documents/:id/analyse' }),
      ...changed,
    }),
  }),
})

export const {
  useListDocumentsInfiniteQuery,
  useReadDocumentsQuery,
  useDocumentSummaryQuery,
  useGetDocumentQuery,
  useUpdateDocumentMutation,
  useListDeletedInfiniteQuery,
  useDeleteDocumentMutation,
  usePurgeDocumentMutation,
  useRestoreDocumentMutation,
  useAnalyseDocumentMutation,
} = documentsApi
