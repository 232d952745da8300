import { Camera, FilePlus2, ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Button, type ButtonProps } from '~/components/ui/button.tsx'
import { cn } from '~/lib/cn.ts'
import { photoTypes } from './photos.ts'

type OnFiles = (files: Iterable<File>) => void

const holdsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/** Accepts files that are dropped on it. */
export function DropArea({
  onFiles,
  className,
  children,
}: {
  onFiles: OnFiles
  className?: string
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // A file dropped beside the area would replace the page, and with it a half-filled form.
    const ignore = (event: globalThis.DragEvent) => {
      if (holdsFiles(event)) event.preventDefault()
      if (event.type === 'drop') setOver(false)
    }
    addEventListener('dragover', ignore, true)
    addEventListener('drop', ignore, true)
    return () => {
      removeEventListener('dragover', ignore, true)
      removeEventListener('drop', ignore, true)
    }
  }, [])
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    // Areas can be nested: accept the files once.
    event.stopPropagation()
    onFiles(event.dataTransfer.files)
  }
  return (
    <div
      onDragEnter={(event) => setOver(holdsFiles(event))}
      onDragLeave={leave}
      onDrop={drop}
      className={cn('rounded-lg', isOver && 'outline-2 outline-offset-2 outline-pine outline-dashed', className)}
    >
      {children}
    </div>
  )
}

/** The dashed field to drop photos on, with buttons as an alternative; `rules` says what is accepted. */
export function PhotoDropZone({ onFiles, rules, className }: { onFiles: OnFiles; rules: string; className?: string }) {
  return (
    <DropArea onFiles={onFiles} className={className}>
      <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-control px-4 py-6 text-center">
        <p className="text-muted phone:hidden">Drop photos here, or choose them.</p>
        <div className="flex flex-wrap justify-center gap-2">
          <PhotoPicker onFiles={onFiles} variant="secondary">
            Choose photos
          </PhotoPicker>
          {/* A computer has no camera to point at a home. */}
          <span className="hidden pointer-coarse:contents">
            <PhotoPicker onFiles={onFiles} variant="secondary" camera>
              Take a photo
            </PhotoPicker>
          </span>
        </div>
        <p className="text-sm text-muted">{rules}</p>
      </div>
    </DropArea>
  )
}

/** The dashed field to drop files on. */
export function FileDropZone({
  onFiles,
  accept,
  rules,
  className,
}: {
  onFiles: OnFiles
  accept: string
  rules: string
  className?: string
}) {
  return (
    <DropArea onFiles={onFiles} className={className}>
      <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-control px-4 py-6 text-center">
        <p className="text-muted phone:hidden">Drop files here, or choose them.</p>
        <FilePicker onFiles={onFiles} accept={accept} multiple variant="secondary" icon={<FilePlus2 aria-hidden />}>
          Choose files
        </FilePicker>
        <p className="text-sm text-muted">{rules}</p>
      </div>
    </DropArea>
  )
}

/** A button that opens the device's photos, or its camera. */
export function PhotoPicker({
  camera,
  ...props
}: Omit<ButtonProps, 'onClick'> & { onFiles: OnFiles; camera?: boolean }) {
  const icon = camera ? <Camera aria-hidden /> : <ImagePlus aria-hidden />
  return (
    <FilePicker
      icon={icon}
      accept={photoTypes.join(',')}
      multiple={!camera}
      {...(camera ? { capture: 'environment' as const } : {})}
      {...props}
    />
  )
}

/** A button that opens the device's files. */
export function FilePicker({
  onFiles,
  accept,
  multiple,
  capture,
  ...props
}: Omit<ButtonProps, 'onClick'> & { onFiles: OnFiles; accept: string; multiple?: boolean; capture?: 'environment' }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()} {...props} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
