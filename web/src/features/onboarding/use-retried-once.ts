import { useEffect, useRef, useState } from 'react'

interface Query {
  isError: boolean
  isFetching: boolean
  refetch: () => PromiseLike<unknown>
}

/** Asks again once when a query fails (spec 2 §7). True when the second answer was a failure too. */
export function useRetriedOnce({ isError, isFetching, refetch }: Query): boolean {
  const isAsked = useRef(false)
  const [wasRetried, setWasRetried] = useState(false)
  useEffect(() => {
    if (!isError || isAsked.current) return
    isAsked.current = true
    void refetch().then(() => setWasRetried(true))
  }, [isError, refetch])
  return isError && !isFetching && wasRetried
}
