import { noAnswer, readProblem } from '~/api/client/problem.ts'
import { refreshSession } from '~/api/client/refresh.ts'
import { toastError } from '~/lib/toast.ts'

/** Fetches a file that needs the session. If the access token has expired, renews the session and tries once more. */
export async function fetchFile(url: string, signal?: AbortSignal): Promise<Response> {
  const sentAt = Date.now()
  const ask = () => fetch(url, { credentials: 'include', signal: signal ?? null })
  const answer = await ask()
  return answer.status === 401 && (await refreshSession(sentAt)) === 'renewed' ? ask() : answer
}

/** Saves such a file. A plain link would save the error response once the token has expired. `name` is used if the server gives none. */
export async function saveFile(url: string, name = 'download'): Promise<void> {
  try {
    const answer = await fetchFile(url).catch(() => Promise.reject(noAnswer))
    if (!answer.ok) throw await readProblem(answer)
    save(await answer.blob(), nameIn(answer.headers.get('content-disposition')) ?? name)
  } catch (error) {
    toastError('Failed to download the file', error)
  }
}

/** Saves bytes that are already loaded. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: some browsers start to read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The name in a Content-Disposition header; the one in UTF-8 where there are two (RFC 6266). */
export function nameIn(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]*)"/.exec(header ?? '')?.[1] || undefined
}
