// Messages about documents (spec 2 §8).

export const documentToasts = {
  uploadFailed: 'Failed to upload document',
  saveFailed: 'Failed to update document',
  deleteFailed: 'Failed to delete document',
  restoreFailed: 'Failed to restore document',
} as const
