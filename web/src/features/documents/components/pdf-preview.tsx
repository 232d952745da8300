import { getDocumentProxy } from 'unpdf'
import { useEffect, useRef, useState } from 'react'
import { fetchFile } from '~/components/session-file.ts'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { plural } from '~/lib/format.ts'
import { mostPages } from '../words.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

interface Opened {
  pdf: Pdf
  /** Height by width of the first page, for placeholders of pages that are not drawn. */
  ratio: number
}

/** A requested page: a new object each time, so that requesting it again scrolls again. */
export interface WantedPage {
  number: number
}

/** The pages of a PDF, one below the other. `wanted` is scrolled into view. */
export function PdfPreview({
  url,
  name,
  wanted,
  onFailed,
}: {
  url: string
  name: string
  wanted?: WantedPage
  onFailed: () => void
}) {
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    const stop = new AbortController()
    let pdf: Pdf | undefined
    void (async () => {
      const answer = await fetchFile(url, stop.signal)
      if (!answer.ok) throw new Error(`answered ${answer.status}`)
      pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()), { verbosity: 0 })
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      if (!stop.signal.aborted) setOpened({ pdf, ratio: height / width })
    })().catch(() => {
      if (!stop.signal.aborted) onFailed()
    })
    return () => {
      stop.abort()
      void pdf?.loadingTask.destroy()
    }
  }, [url, onFailed])
  if (!opened) return <Skeleton className="aspect-[8.5/11] w-full" />
  const shown = Math.min(opened.pdf.numPages, mostPages)
  return (
    <div className="grid gap-3">
      {Array.from({ length: shown }, (_, index) => (
        <PdfPage
          key={index}
          {...opened}
          number={index + 1}
          name={name}
          {...(wanted?.number === index + 1 ? { wanted } : {})}
        />
      ))}
      {opened.pdf.numPages > shown && (
        <p className="text-sm text-muted">{plural(opened.pdf.numPages - shown, 'more page')} in the file itself.</p>
      )}
    </div>
  )
}

function PdfPage({ pdf, ratio, number, name, wanted }: Opened & { number: number; name: string; wanted?: WantedPage }) {
  const frame = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  const [ownRatio, setRatio] = useState(ratio)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '100% 0px',
    })
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (wanted) frame.current?.scrollIntoView({ block: 'start' })
  }, [wanted])
  return (
    <figure
      ref={frame}
      aria-label={`${name}, page ${number}`}
      style={{ aspectRatio: `1 / ${ownRatio}` }}
      className="overflow-hidden rounded-md border border-line bg-white"
    >
      {/* Rendered pages take megabytes each: only those near the viewport are rendered. */}
      {isNear && <Drawing pdf={pdf} number={number} onRatio={setRatio} />}
    </figure>
  )
}

function Drawing({ pdf, number, onRatio }: { pdf: Pdf; number: number; onRatio: (ratio: number) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    let task: { cancel(): void; promise: Promise<unknown> } | undefined
    void (async () => {
      const page = await pdf.getPage(number)
      const target = canvas.current
      if (isGone || !target) return
      const plain = page.getViewport({ scale: 1 })
      onRatio(plain.height / plain.width)
      const scale = (target.clientWidth || 600) / plain.width
      const viewport = page.getViewport({ scale: scale * Math.min(devicePixelRatio, 2) })
      target.width = viewport.width
      target.height = viewport.height
      task = page.render({ canvas: target, viewport })
      await task.promise
      target.dataset.drawn = 'true'
    })().catch(() => {})
    return () => {
      isGone = true
      task?.cancel()
    }
  }, [pdf, number, onRatio])
  return <canvas ref={canvas} className="block size-full" />
}
