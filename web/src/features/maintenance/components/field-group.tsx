import { useId, type ReactNode } from 'react'

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="mt-1 grid min-w-0 gap-4 border-t border-line pt-5 sm:grid-cols-2">
      <h3 id={id} className="font-semibold sm:col-span-2">
        {title}
      </h3>
      {children}
    </fieldset>
  )
}
