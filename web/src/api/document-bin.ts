import type * as contracts from '@keyhold/contracts/properties/document-bin'
import * as routes from '@keyhold/contracts/properties/document-bin.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { pages, query } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Document'] } as const

const documentBinApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDeletedDocuments: build.infiniteQuery({ ...pages('listDeletedDocuments'), providesTags: ['Document'] }),
    restoreDocument: build.mutation({ ...query('restoreDocument'), ...changed }),
    purgeDocument: build.mutation({ ...query('purgeDocument'), ...changed }),
  }),
})

export const { useListDeletedDocumentsInfiniteQuery, useRestoreDocumentMutation, usePurgeDocumentMutation } =
  documentBinApi
