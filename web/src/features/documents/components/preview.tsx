import type { Document } from '@keyhold/contracts/properties/documents'
import { FileText } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { SessionPicture } from '~/components/session-picture.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { isImage } from '../words.ts'
import type { WantedPage } from './pdf-preview.tsx'

// Half a megabyte: loaded with the first PDF that is shown.
const PdfPreview = lazy(async () => ({ default: (await import('./pdf-preview.tsx')).PdfPreview }))

/** A preview, if the browser can show the file. */
export function Preview({
  document: { fileType, fileName, filePath },
  wanted,
}: {
  document: Document
  wanted?: WantedPage
}) {
  const [isBroken, setBroken] = useState(false)
  const fail = useCallback(() => setBroken(true), [])
  if (isBroken || !(fileType === 'pdf' || isImage(fileType)))
    return (
      <EmptyState
        compact
        icon={<FileText aria-hidden />}
        level={3}
        title={isBroken ? 'This file cannot be shown' : 'No preview for this file type'}
        description="Download it to open it on your device."
      />
    )
  if (fileType !== 'pdf')
    return (
      <SessionPicture src={filePath} alt={fileName} onError={fail} className="w-full rounded-md border border-line" />
    )
  return (
    <Suspense fallback={<Skeleton className="aspect-[8.5/11] w-full" />}>
      <PdfPreview url={filePath} name={fileName} onFailed={fail} {...(wanted ? { wanted } : {})} />
    </Suspense>
  )
}
