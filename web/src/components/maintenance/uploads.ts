import { maxRequestPhotos, photoLimitSentence } from '@keyhold/contracts/photos'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import { requestPhotosApi } from '~/api/request-photos.ts'
import { photoFault, photoRulesOf } from '~/components/upload/photos.ts'
import { enqueue, useUploads } from '~/lib/uploads.ts'

export const requestPhotoRules = photoRulesOf(`${maxRequestPhotos} per request`)

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/** Who adds a photo: landlord and tenant each have their own endpoint. */
type Adder = 'landlord' | 'tenant'

const { addRequestPhoto, addTenantRequestPhoto } = requestPhotosApi.endpoints
const uploadAs = { landlord: addRequestPhoto, tenant: addTenantRequestPhoto }

const queueOf = (id: string, as: Adder, dispatch: Dispatch) => ({
  queue: `request ${id}`,
  noun: 'photo',
  send: (file: File, onProgress: (share: number) => void) =>
    dispatch(uploadAs[as].initiate({ id, file, onProgress }, { track: false })).unwrap(),
})

/** Why a photo is refused before it is sent; counts the photos that the request has or will have. */
export const requestPhotoFault = (existing: number) => (file: File, among: number) =>
  photoFault(file) ?? (existing + among < maxRequestPhotos ? undefined : photoLimitSentence('request'))

/** The upload queue of a request's photos. `existing`: how many it has already. */
export function useRequestUploads(id: string, as: Adder, existing: number) {
  const { queue, noun, send } = queueOf(id, as, useDispatch<Dispatch>())
  const { add, ...rest } = useUploads(queue, noun, send)
  return { ...rest, add: (files: Iterable<File>) => add(files, requestPhotoFault(existing)) }
}

/** Uploads the photos of a request that was just created; the request shows their progress, and lets one retry. */
export function useSendPhotos(as: Adder) {
  const dispatch = useDispatch<Dispatch>()
  return (id: string, files: readonly File[]) => {
    if (files.length > 0) enqueue(queueOf(id, as, dispatch), files, requestPhotoFault(0), { isQuiet: true })
  }
}
