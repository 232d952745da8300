import type { Document } from '@keyhold/contracts/properties/documents'
import { Download, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAnalyseDocumentMutation, useGetDocumentQuery, useUpdateDocumentMutation } from '~/api/documents.ts'
import { saveFile } from '~/components/session-file.ts'
import { Button } from '~/components/ui/button.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { dateTime, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import { documentToasts } from '~/texts/documents.ts'
import { sizeWords } from '../words.ts'
import { Findings } from './findings.tsx'
import type { WantedPage } from './pdf-preview.tsx'
import { Preview } from './preview.tsx'

/** Makes a scrolling area reachable by keyboard, which Safari does not do by itself. */
const scrolledByKeys = { tabIndex: 0 }

/** One document: preview, findings, and the records it belongs to. `onEdit` is absent if read-only. */
export function DocumentDialog({
  id,
  onClose,
  onEdit,
}: {
  id: string
  onClose: () => void
  onEdit?: (document: Document) => void
}) {
  const { currentData: document, error, refetch } = useGetDocumentQuery({ id })
  const [update] = useUpdateDocumentMutation()
  const [analyse, analysing] = useAnalyseDocumentMutation()
  const [wanted, setWanted] = useState<WantedPage>()
  const [saving, setSaving] = useState(false)
  const download = async ({ filePath, fileName }: Document) => {
    setSaving(true)
    await saveFile(`${filePath}?download=true`, fileName)
    setSaving(false)
  }
  const readAgain = () =>
    analyse({ id })
      .unwrap()
      .catch((failure: unknown) => toastError('Could not read the document again', failure))
  const fileAs = (category: Document['category']) =>
    void update({ id, category })
      .unwrap()
      .catch((failure: unknown) => toastError(documentToasts.saveFailed, failure))
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={document?.fileName ?? 'Document'}
      description={
        document
          ? `${document.fileType.toUpperCase()} · ${sizeWords(document.fileSize)} · ${dateTime(document.createdAt)}`
          : undefined
      }
    >
      {document ? (
        <>
          <div className="grid gap-6 pb-6 md:grid-cols-[minmax(0,1fr)_18rem]">
            {/* Stays visible beside the findings, which link to their place in it. */}
            <section
              aria-label="Preview"
              {...scrolledByKeys}
              className="max-h-[60dvh] min-w-0 self-start overflow-y-auto rounded-lg border border-line bg-sunken p-2.5 md:sticky md:top-0 md:max-h-[min(31rem,calc(100dvh-16rem))]"
            >
              <Preview document={document} {...(wanted ? { wanted } : {})} />
            </section>
            <div className="grid content-start gap-6">
              <section aria-labelledby="read" className="grid gap-3">
                <div className="flex min-h-9 items-center justify-between gap-3">
                  <h3 id="read" className="font-semibold">
                    AI analysis
                  </h3>
                  {onEdit && document.analysis.status !== 'pending' && (
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={<RotateCw aria-hidden />}
                      loading={analysing.isLoading}
                      onClick={() => void readAgain()}
                    >
                      Read again
                    </Button>
                  )}
                </div>
                <Findings
                  document={document}
                  {...(document.fileType === 'pdf' ? { onPage: (number: number) => setWanted({ number }) } : {})}
                  {...(onEdit ? { onFile: fileAs } : {})}
                />
              </section>
              <Details
                columns={1}
                items={[
                  { label: 'Category', value: words(document.category) },
                  {
                    label: 'Property',
                    value: document.propertyId && (
                      <Linked to={onEdit && paths.property(document.propertyId)}>{document.propertyName}</Linked>
                    ),
                  },
                  {
                    label: 'Tenant',
                    value: document.tenantId && (
                      <Linked to={onEdit && paths.tenant(document.tenantId)}>{document.tenantName}</Linked>
                    ),
                  },
                  ...(document.requestId
                    ? [
                        {
                          label: 'Maintenance request',
                          value: (
                            <Linked to={onEdit && paths.maintenanceRequest(document.requestId)}>
                              Open the request
                            </Linked>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            </div>
          </div>
          <DialogFooter>
            {onEdit && (
              <Button variant="secondary" onClick={() => onEdit(document)}>
                Edit
              </Button>
            )}
            <Button icon={<Download aria-hidden />} loading={saving} onClick={() => void download(document)}>
              Download
            </Button>
          </DialogFooter>
        </>
      ) : error ? (
        <ErrorState compact error={error} title="This document could not be opened" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Dialog>
  )
}

function Linked({ to, children }: { to: string | undefined; children: React.ReactNode }) {
  if (!to) return children
  return (
    <Link to={to} className="text-pine underline-offset-4 hover:underline">
      {children}
    </Link>
  )
}
