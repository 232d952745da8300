import type * as contracts from '@keyhold/contracts/properties/documents'
import * as routes from '@keyhold/contracts/properties/documents.routes'
import { api } from './client/api.ts'
import type { Call } from './client/base-query.ts'
import { callsOf } from './client/calls-of.ts'
import type { OnProgress } from './client/upload.ts'

const { call, pages, query, url } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Document'] } as const

/** A file to upload, and the records it belongs to. */
export interface NewDocument {
  file: File
  category: contracts.Document['category']
  propertyId?: string
  tenantId?: string
  requestId?: string
  onProgress: OnProgress
}

function formOf({ file, category, propertyId, tenantId, requestId }: Omit<NewDocument, 'onProgress'>): FormData {
  const form = new FormData()
  // Fields first: the server reads the stream in order and needs them before the file.
  for (const [name, value] of Object.entries({ category, propertyId, tenantId, requestId }))
    if (value) form.append(name, value)
  form.append('file', file, file.name)
  return form
}

export const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDocuments: build.infiniteQuery({ ...pages('listDocuments'), providesTags: ['Document'] }),
    documentSummary: build.query({ ...query('documentSummary'), providesTags: ['Document'] }),
    getDocument: build.query({ ...query('getDocument'), providesTags: ['Document'] }),
    uploadDocument: build.mutation<contracts.Document, NewDocument>({
      query: (document): Call => ({
        ...call('uploadDocument', {}),
        body: formOf(document),
        onProgress: document.onProgress,
      }),
      ...changed,
    }),
    uploadTenantDocument: build.mutation<contracts.Document, Pick<NewDocument, 'file' | 'category'>>({
      query: (document): Call => ({ ...call('uploadTenantDocument', {}), body: formOf(document) }),
      ...changed,
    }),
    updateDocument: build.mutation({ ...query('updateDocument'), ...changed }),
    deleteDocument: build.mutation({ ...query('deleteDocument'), ...changed }),
    analyseDocument: build.mutation({ ...query('analyseDocument'), ...changed }),
  }),
})

export const {
  useListDocumentsInfiniteQuery,
  useDocumentSummaryQuery,
  useGetDocumentQuery,
  useUploadTenantDocumentMutation,
  useUpdateDocumentMutation,
  useDeleteDocumentMutation,
  useAnalyseDocumentMutation,
} = documentsApi

/** The address of a document's file. */
export const documentFileUrl = (id: string): string => url('documentFile', { id })
