import type { BrandingSettings } from '@keyhold/contracts/identity/branding'
import { maxLogoBytes } from '@keyhold/contracts/identity/branding-limits'
import { ImageUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDeleteLogoMutation, useUploadLogoMutation } from '~/api/branding.ts'
import { FilePicker } from '~/components/upload/drop-zone.tsx'
import { DropArea } from '~/components/upload/drop-zone.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { toast, toastError } from '~/lib/toast.ts'

const types = ['image/png', 'image/jpeg']

/** The logo: shown, replaced and removed. */
export function LogoCard({ logo, isLocked }: { logo: BrandingSettings['logo']; isLocked: boolean }) {
  const [upload, { isLoading }] = useUploadLogoMutation()
  const [remove, removing] = useDeleteLogoMutation()
  const [share, setShare] = useState(0)

  const send = async (files: Iterable<File>) => {
    const [file] = files
    if (!file || isLocked || isLoading) return
    if (file.size > maxLogoBytes) {
      toast({ variant: 'destructive', title: 'Upload Failed', description: 'A logo has at most 1 MB.' })
      return
    }
    try {
      setShare(0)
      await upload({ file, onProgress: setShare }).unwrap()
      toast({ variant: 'success', title: 'Logo saved' })
    } catch (error) {
      toastError('Upload Failed', error)
    }
  }
  const removeLogo = () =>
    remove()
      .unwrap()
      .catch((error: unknown) => toastError('Delete Failed', error))

  return (
    <SectionCard title="Logo">
      <DropArea onFiles={(files) => void send(files)}>
        <div className="flex flex-wrap items-center gap-5">
          <div className="grid h-20 w-48 place-items-center rounded-md border border-line bg-[#fff] p-3">
            {logo ? (
              <img src={logo.url} alt="Your logo" className="max-h-full max-w-full object-contain" />
            ) : (
              <span className="text-sm text-[#565c57]">No logo yet</span>
            )}
          </div>
          <div className="grid flex-1 basis-56 gap-2">
            <div className="flex flex-wrap gap-2">
              <FilePicker
                onFiles={(files) => void send(files)}
                accept={types.join(',')}
                variant="secondary"
                icon={<ImageUp aria-hidden />}
                loading={isLoading}
                disabled={isLocked}
              >
                {logo ? 'Replace' : 'Choose a logo'}
              </FilePicker>
              {logo && (
                <Button
                  variant="danger-ghost"
                  icon={<Trash2 aria-hidden />}
                  loading={removing.isLoading}
                  onClick={() => void removeLogo()}
                >
                  Remove
                </Button>
              )}
            </div>
            {isLoading && <Progress value={Math.round(share * 100)} label="Upload of the logo" />}
            <p className="text-sm text-muted">
              PNG or JPEG, at most 1 MB. A wide logo on a white or transparent background looks best.
            </p>
          </div>
        </div>
      </DropArea>
    </SectionCard>
  )
}
