import { getDocumentProxy } from 'unpdf'
import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { plural } from '~/lib/format.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** So many are drawn; the rest is a download away. */
const mostPages = 20

/** The pages of a PDF, drawn one below the other. `page` is scrolled into view. */
export function PdfPreview({ url, name, page, onFailed }: { url: string; name: string; page?: number; onFailed: () => void }) {
  const [pdf, setPdf] = useState<Pdf>()
  useEffect(() => {
    const stop = new AbortController()
    let opened: Pdf | undefined
    void (async () => {
      const answer = await fetch(url, { signal: stop.signal, credentials: 'include' })
      if (!answer.ok) throw new Error(`answered ${answer.status}`)
      opened = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
      if (!stop.signal.aborted) setPdf(opened)
    })().catch(() => {
      if (!stop.signal.aborted) onFailed()
    })
    return () => {
      stop.abort()
      void opened?.loadingTask.destroy()
    }
  }, [url, onFailed])
  if (!pdf) return <Skeleton className="aspect-[8.5/11] w-full" />
  const shown = Math.min(pdf.numPages, mostPages)
  return (
    <div className="grid gap-3">
      {Array.from({ length: shown }, (_, index) => (
        <PdfPage key={index} pdf={pdf} number={index + 1} name={name} isWanted={page === index + 1} />
      ))}
      {pdf.numPages > shown && <p className="text-sm text-muted">{plural(pdf.numPages - shown, 'more page')} in the file itself.</p>}
    </div>
  )
}

function PdfPage({ pdf, number, name, isWanted }: { pdf: Pdf; number: number; name: string; isWanted: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    let task: { cancel(): void; promise: Promise<unknown> } | undefined
    void (async () => {
      const page = await pdf.getPage(number)
      const target = canvas.current
      if (isGone || !target) return
      const plain = page.getViewport({ scale: 1 })
      const scale = (target.parentElement?.clientWidth ?? 600) / plain.width
      const viewport = page.getViewport({ scale: scale * Math.min(devicePixelRatio, 2) })
      target.width = viewport.width
      target.height = viewport.height
      task = page.render({ canvas: target, viewport })
      await task.promise
    })().catch(() => {})
    return () => {
      isGone = true
      task?.cancel()
    }
  }, [pdf, number])
  useEffect(() => {
    if (isWanted) canvas.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [isWanted])
  return <canvas ref={canvas} role="img" aria-label={`${name}, page ${number}`} className="w-full rounded-md border border-line bg-white" />
}
