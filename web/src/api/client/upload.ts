/** Called with the share of a file that was sent, 0 to 1. */
export type OnProgress = (share: number) => void

/** `fetch` for uploads: only XMLHttpRequest reports progress. Rejects, as fetch does, if no answer came. */
export function upload(
  url: string,
  { method, headers, body, signal }: RequestInit,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    // The abort event fires once: a signal that was aborted before does not fire again.
    if (signal?.aborted) {
      reject(new TypeError('abort'))
      return
    }
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method ?? 'POST', url)
    request.responseType = 'text'
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      resolve(new Response(status === 204 ? null : responseText, { status, statusText, headers: headersOf(request) }))
    })
    for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, () => reject(new TypeError(end)))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    request.send(body as Blob)
  })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return headers
}
