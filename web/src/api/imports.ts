import type * as contracts from '@keyhold/contracts/tenancy/imports'
import * as routes from '@keyhold/contracts/tenancy/imports.routes'
import { api } from './client/api.ts'
import type { Call } from './client/base-query.ts'
import { callsOf } from './client/calls-of.ts'
import type { OnProgress } from './client/upload.ts'

const { call, pages, query } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['TenantImport'] } as const

const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listImports: build.infiniteQuery({ ...pages('listImports'), providesTags: ['TenantImport'] }),
    getImport: build.query({ ...query('getImport'), providesTags: ['TenantImport'] }),
    listImportRows: build.infiniteQuery({ ...pages('listImportRows'), providesTags: ['TenantImport'] }),
    createImport: build.mutation<contracts.TenantImport, { file: File; onProgress: OnProgress }>({
      query: ({ file, onProgress }): Call => {
        const form = new FormData()
        form.append('file', file, file.name)
        return { ...call('createImport', {}), body: form, onProgress }
      },
      ...changed,
    }),
    answerImport: build.mutation({ ...query('answerImport'), ...changed }),
    startImport: build.mutation({ ...query('startImport'), ...changed }),
    undoImport: build.mutation({ ...query('undoImport'), ...changed }),
    deleteImport: build.mutation({ ...query('deleteImport'), ...changed }),
  }),
})

export const {
  useListImportsInfiniteQuery,
  useGetImportQuery,
  useListImportRowsInfiniteQuery,
  useCreateImportMutation,
  useAnswerImportMutation,
  useStartImportMutation,
  useUndoImportMutation,
  useDeleteImportMutation,
} = importsApi
