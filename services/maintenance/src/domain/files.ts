import { photoSizeNames } from '@keyhold/contracts/photos'
import type { FileStore } from '@keyhold/kit/files/file-store'

/** What files this service keeps, and of which parts each is made. */
export const fileKinds = { photo: photoSizeNames } as const
export type Files = FileStore<typeof fileKinds>
