import { useSearchParams } from 'react-router-dom'

/** A filter stored in the address, so that it survives reload, back and sharing. An empty value is removed from the address. */
export function useSearchState(name: string, initial = ''): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: string) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        if (value === initial || value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return [params.get(name) ?? initial, set]
}
