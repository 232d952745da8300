import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { messageOf } from '~/api/client/problem.ts'
import { documentsApi } from '~/api/documents.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { Unsaved } from '~/components/ui/unsaved.tsx'
import { FileDropZone } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'
import { toast } from '~/lib/toast.ts'
import { useUploads } from '~/lib/uploads.ts'
import { documentToasts } from '~/texts/documents.ts'
import { accepted, type Category, categoryOptions, fileFault, fileRules } from '../words.ts'

export interface DocumentLinks {
  propertyId?: string
  tenantId?: string
  requestId?: string
}

/** Uploads to the library; they continue when the dialog is closed. */
export function useDocumentUploads(links: DocumentLinks & { category: Category }) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const { add, ...queue } = useUploads('documents', 'document', async (file, onProgress) => {
    const document = { ...(linksByFile.get(file) ?? links), file, onProgress }
    try {
      await dispatch(documentsApi.endpoints.uploadDocument.initiate(document, { track: false })).unwrap()
    } catch (error) {
      toast({
        variant: 'destructive',
        title: documentToasts.uploadFailed,
        description: `${file.name}: ${messageOf(error)}`,
      })
      throw error
    }
  })
  return {
    ...queue,
    add: (files: Iterable<File>) => {
      const chosen = [...files]
      // Stored with the file: the form may have changed by the time the file is sent.
      for (const file of chosen) linksByFile.set(file, links)
      add(chosen, fileFault)
    },
  }
}

const linksByFile = new WeakMap<File, DocumentLinks & { category: Category }>()

/** Chooses the records of new documents, and takes the files. */
export function UploadDialog({
  given,
  dropped,
  onClose,
}: {
  given: DocumentLinks
  dropped?: readonly File[]
  onClose: () => void
}) {
  const [category, setCategory] = useState<Category>('other')
  const [propertyId, setProperty] = useState(given.propertyId ?? '')
  const [tenantId, setTenant] = useState(given.tenantId ?? '')
  const [waiting, setWaiting] = useState(dropped ?? [])
  const properties = usePropertyChoices()
  const tenants = useTenantChoices()
  const uploads = useDocumentUploads({
    category,
    ...(propertyId ? { propertyId } : {}),
    ...(tenantId ? { tenantId } : {}),
    ...(given.requestId ? { requestId: given.requestId } : {}),
  })
  const none = { value: '', label: 'None' }
  return (
    <Dialog onClose={onClose} title="Upload Document" description="Your choices here apply to every file you add.">
      <div className="grid grid-cols-1 gap-4 pb-6">
        <Field label="Category">
          {(control) => (
            <NativeSelect
              {...control}
              value={category}
              onChange={(event) => setCategory(event.target.value as Category)}
              options={categoryOptions}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Property" optional>
            {(control) => (
              <NativeSelect
                {...control}
                value={propertyId}
                onChange={(event) => setProperty(event.target.value)}
                options={[none, ...properties.options]}
              />
            )}
          </Field>
          <Field label="Tenant" optional hint="Tenants can see documents linked to them.">
            {(control) => (
              <NativeSelect
                {...control}
                value={tenantId}
                onChange={(event) => setTenant(event.target.value)}
                options={[none, ...tenants.options]}
              />
            )}
          </Field>
        </div>
        {waiting.length > 0 ? (
          <div className="grid gap-3 rounded-lg border border-dashed border-control px-4 py-5">
            <ul className="grid gap-1">
              {waiting.map((file) => (
                <li key={`${file.name} ${file.size}`} className="truncate font-medium">
                  {file.name}
                </li>
              ))}
            </ul>
            <div className="flex gap-2">
              <Button
                onClick={() => {
                  uploads.add(waiting)
                  setWaiting([])
                }}
              >
                Upload
              </Button>
              <Button variant="ghost" onClick={() => setWaiting([])}>
                Choose others
              </Button>
            </div>
          </div>
        ) : (
          <FileDropZone onFiles={uploads.add} accept={accepted} rules={fileRules} />
        )}
        <UploadList uploads={uploads} />
        <Unsaved when={waiting.length > 0} />
      </div>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {uploads.uploads.some(({ error }) => error === undefined) ? 'Continue in the background' : 'Done'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
