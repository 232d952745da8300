import { maxPropertyPhotos, photoLimitSentence } from '@keyhold/contracts/photos'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import { propertyPhotosApi } from '~/api/property-photos.ts'
import { photoFault, photoRulesOf } from '~/components/upload/photos.ts'
import { useUploads } from '~/lib/uploads.ts'

export const photoRules = photoRulesOf(`${maxPropertyPhotos} per property`)

/** The upload queue of a property's photos. `existing`: how many it has already. */
export function usePhotoUploads(propertyId: string, existing: number) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const { add, ...queue } = useUploads(`property ${propertyId}`, 'photo', (file, onProgress) =>
    dispatch(
      propertyPhotosApi.endpoints.addPhoto.initiate({ id: propertyId, file, onProgress }, { track: false }),
    ).unwrap(),
  )
  return {
    ...queue,
    add: (files: Iterable<File>) =>
      add(
        files,
        (file, among) =>
          photoFault(file) ?? (existing + among < maxPropertyPhotos ? undefined : photoLimitSentence('property')),
      ),
  }
}

export type PhotoUploads = ReturnType<typeof usePhotoUploads>
