import type { Document } from '@keyhold/contracts/properties/documents'
import { FileImage, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { isImage, sizeWords } from '../words.ts'

/** A file's name with its kind and size; `children` stand below. */
export function FileName({
  document: { fileName, fileType, fileSize },
  children,
}: {
  document: Pick<Document, 'fileName' | 'fileType' | 'fileSize'>
  children?: ReactNode
}) {
  const Icon = isImage(fileType) ? FileImage : FileText
  return (
    <span className="flex items-start gap-2.5">
      <Icon aria-hidden className={cn('mt-0.75 size-4 shrink-0 text-muted', !children && 'self-center')} />
      <span className="grid min-w-0">
        <span className="line-clamp-3 wrap-anywhere">{fileName}</span>
        <span className="text-sm font-normal text-muted">
          {fileType.toUpperCase()} · {sizeWords(fileSize)}
        </span>
        {children}
      </span>
    </span>
  )
}

/** The records of a document: its tenant, its property, or both. */
export function Belongs({
  propertyName,
  tenantName,
  none,
}: Pick<Document, 'propertyName' | 'tenantName'> & { none: string }) {
  return (
    <div className="grid">
      <span>{tenantName ?? propertyName ?? <span className="text-muted">{none}</span>}</span>
      {tenantName && propertyName && <span className="text-sm text-muted">{propertyName}</span>}
    </div>
  )
}
