import { photoSizeNames } from '@keyhold/contracts/photos'
import type { FileStore } from '@keyhold/kit/files/file-store'

/** The kinds of files that this service stores, and the parts of each. */
export const fileKinds = { photo: photoSizeNames, bill: ['file'] } as const
export type Files = FileStore<typeof fileKinds>
