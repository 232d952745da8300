import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormField, type Bound } from './form-field.tsx'

/** A list of short texts, each a chip: Enter or a comma adds what was typed, Backspace in the empty field takes the last one back. */
export function TagsField<I extends FieldValues, O>({ placeholder, ...field }: Bound<I, O> & { placeholder?: string }) {
  return (
    <FormField {...field}>
      {({ value, onChange, ...control }) => (
        <Tags
          tags={Array.isArray(value) ? (value as string[]) : []}
          onChange={onChange}
          placeholder={placeholder}
          control={control}
        />
      )}
    </FormField>
  )
}

interface TagsProps {
  tags: string[]
  onChange: (tags: string[]) => void
  placeholder?: string
  control: { id: string; onBlur: () => void; ref: React.Ref<never> }
}

function Tags({ tags, onChange, placeholder, control: { onBlur, ...control } }: TagsProps) {
  const [typed, setTyped] = useState('')
  const add = () => {
    const next = [...tags]
    // A whole list may be pasted.
    for (const tag of typed.split(',').map((part) => part.trim()))
      if (tag && !next.some((one) => one.toLowerCase() === tag.toLowerCase())) next.push(tag)
    setTyped('')
    if (next.length > tags.length) onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' && typed.trim()) || event.key === ',') {
      event.preventDefault()
      add()
    }
    if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1))
  }
  return (
    <div className="control flex-wrap items-center gap-1.5 py-1.5 focus-within:border-pine">
      {tags.map((tag) => (
        <span
          key={tag}
          className="inline-flex h-6 items-center gap-0.5 rounded-full bg-pine-soft pl-2.5 text-sm font-medium text-pine phone:h-8"
        >
          {tag}
          <button
            type="button"
            aria-label={`Remove ${tag}`}
            onClick={() => onChange(tags.filter((one) => one !== tag))}
            className="grid size-6 place-items-center rounded-full hover:text-ink phone:size-8"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </span>
      ))}
      <input
        {...control}
        value={typed}
        placeholder={tags.length === 0 ? placeholder : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          add()
          onBlur()
        }}
        className="min-w-28 flex-1 bg-transparent outline-none"
      />
    </div>
  )
}
