import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '~/lib/copy-text.ts'
import { toast } from '~/lib/toast.ts'
import { Button, type ButtonProps } from './button.tsx'

/** Copies `text` and says so on itself for two seconds. */
export function CopyButton({
  text,
  label = 'Copy',
  ...props
}: Omit<ButtonProps, 'onClick' | 'children'> & { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(text)) setCopied(true)
    else
      toast({ variant: 'destructive', title: 'Could not copy', description: 'Select the text and copy it manually.' })
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
      {...props}
    >
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}
