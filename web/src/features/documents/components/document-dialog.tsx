import type { Document } from '@keyhold/contracts/documents'
import { Download, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { messageOf } from '~/api/problem.ts'
import { Button } from '~/components/ui/button.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { dateTime, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { useAnalyseDocumentMutation, useGetDocumentQuery } from '../api.ts'
import { sizeWords } from '../words.ts'
import { Findings } from './findings.tsx'
import { Preview } from './preview.tsx'

/** One document: what it looks like, what was read in it, where it belongs. `onEdit` is missing for whoever may only read. */
export function DocumentDialog({ id, onClose, onEdit }: { id: string; onClose: () => void; onEdit?: (document: Document) => void }) {
  const { currentData: document, error, refetch } = useGetDocumentQuery({ id })
  const [analyse, analysing] = useAnalyseDocumentMutation()
  const [page, setPage] = useState<number>()
  const readAgain = () =>
    analyse({ id })
      .unwrap()
      .catch((failure: unknown) => toast({ variant: 'destructive', title: 'Could not read the document again', description: messageOf(failure) }))
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={document?.fileName ?? 'Document'}
      description={document ? `${document.fileType.toUpperCase()} · ${sizeWords(document.fileSize)} · ${dateTime(document.createdAt)}` : undefined}
    >
      {document ? (
        <>
          <div className="grid gap-6 pb-6 md:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="max-h-[70dvh] min-w-0 overflow-y-auto">
              <Preview document={document} {...(page === undefined ? {} : { page })} />
            </div>
            <div className="grid content-start gap-6">
              <section aria-labelledby="read" className="grid gap-3">
                <h3 id="read" className="font-semibold">
                  AI analysis
                </h3>
                <Findings document={document} onPage={(next) => setPage(next)} />
              </section>
              <Details
                columns={1}
                items={[
                  { label: 'Category', value: words(document.category) },
                  {
                    label: 'Property',
                    value: document.propertyId && <Linked to={onEdit && paths.property(document.propertyId)}>{document.propertyName}</Linked>,
                  },
                  {
                    label: 'Tenant',
                    value: document.tenantId && <Linked to={onEdit && paths.tenant(document.tenantId)}>{document.tenantName}</Linked>,
                  },
                  ...(document.requestId
                    ? [
                        {
                          label: 'Maintenance request',
                          value: <Linked to={onEdit && paths.maintenanceRequest(document.requestId)}>Open the request</Linked>,
                        },
                      ]
                    : []),
                ]}
              />
            </div>
          </div>
          <DialogFooter>
            {onEdit && document.analysis.status !== 'pending' && (
              <Button
                variant="ghost"
                className="md:mr-auto"
                icon={<RotateCw aria-hidden />}
                loading={analysing.isLoading}
                onClick={() => void readAgain()}
              >
                Read again
              </Button>
            )}
            {onEdit && (
              <Button variant="secondary" onClick={() => onEdit(document)}>
                Edit
              </Button>
            )}
            <Button asChild>
              <a href={`${document.filePath}?download=true`} download={document.fileName}>
                <Download aria-hidden />
                Download
              </a>
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
