import { useState, type ComponentProps } from 'react'
import { refreshSession } from '~/api/client/refresh.ts'

/** A refresh is not repeated within this time. */
const justNowMs = 10_000

/**
 * A picture that needs the session. An <img> can't renew an expired access token, as API calls do:
 * the first failure renews the session and loads the picture again. `onError` is called for the second.
 */
export function SessionPicture({ src, alt, onError, ...rest }: ComponentProps<'img'> & { src: string; alt: string }) {
  const [renewedFor, setRenewedFor] = useState<string>()
  const isAgain = renewedFor === src
  return (
    <img
      {...rest}
      key={isAgain ? 'again' : 'first'}
      src={src}
      alt={alt}
      onError={(event) => {
        if (isAgain) onError?.(event)
        else
          void refreshSession(Date.now() - justNowMs).then((outcome) =>
            outcome === 'renewed' ? setRenewedFor(src) : onError?.(event),
          )
      }}
    />
  )
}
