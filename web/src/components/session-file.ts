import { noAnswer, readProblem } from '~/api/client/problem.ts'
import { refreshSession } from '~/api/client/refresh.ts'
import { toastError } from '~/lib/toast.ts'

/** A file that its session alone may see. Where the access token has run out the session is renewed and the file asked for once more. */
export async function fetchFile(url: string, signal?: AbortSignal): Promise<Response> {
  const sentAt = Date.now()
  const ask = () => fetch(url, { credentials: 'include', signal: signal ?? null })
  const answer = await ask()
  return answer.status === 401 && (await refreshSession(sentAt)) === 'renewed' ? ask() : answer
}

/** Saves such a file on the device. A link would save the refusal instead, once the token has run out. `name` where the server gives none. */
export async function saveFile(url: string, name = 'download'): Promise<void> {
  try {
    const answer = await fetchFile(url).catch(() => Promise.reject(noAnswer))
    if (!answer.ok) throw await readProblem(answer)
    save(await answer.blob(), nameIn(answer.headers.get('content-disposition')) ?? name)
  } catch (error) {
    toastError('Failed to download the file', error)
  }
}

/** Hands bytes that are here already to the device. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: some browsers begin to read it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The name in a Content-Disposition header; the one in UTF-8 where there are two (RFC 6266). */
export function nameIn(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]*)"/.exec(header ?? '')?.[1] || undefined
}
