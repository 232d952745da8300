import type * as contracts from '@keyhold/contracts/payments/rent-changes'
import * as routes from '@keyhold/contracts/payments/rent-changes.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { moneyChanged } from './client/tags.ts'

const { query } = callsOf<typeof contracts>(routes)

const rentChangesApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewRents: build.query({ ...query('previewRents'), providesTags: ['Tenancy'] }),
    previewCatchUp: build.query({ ...query('previewCatchUp'), providesTags: ['Payment', 'Tenancy'] }),
    postCatchUp: build.mutation({ ...query('postCatchUp'), ...moneyChanged }),
  }),
})

export const { usePreviewRentsQuery, useLazyPreviewRentsQuery, useLazyPreviewCatchUpQuery, usePostCatchUpMutation } =
  rentChangesApi
