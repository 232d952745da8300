import { useState, type ComponentProps } from 'react'
import { refreshSession } from '~/api/client/refresh.ts'

/** A picture that failed was asked for less than this before. */
const justNowMs = 10_000

/**
 * A picture that its session alone may see. When the access token has run out no call stands by to renew it, as it does for all else:
 * so that is done at the first failure, and the picture is asked for once more. `onError` hears of the second.
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
