import { PartyPopper } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'

/** Spec 2 §2: the final button leads on after this time. */
const pauseMs = 1500

/** The end of the journey; its button leads to `to` after a moment. */
export function FinishCard({ to, label, children }: { to: string; label: string; children: string }) {
  const navigate = useNavigate()
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => void navigate(to), pauseMs)
    return () => clearTimeout(timer)
  }, [isLeaving, navigate, to])
  return (
    <Card className="mb-4 flex flex-wrap items-center gap-4">
      <span aria-hidden className="grid size-12 place-items-center rounded-full bg-success-soft text-success">
        <PartyPopper className="size-6" />
      </span>
      <div className="min-w-48 flex-1">
        <h2 className="text-lg font-semibold">You’re all set!</h2>
        <p className="text-muted">{children}</p>
      </div>
      <Button loading={isLeaving} onClick={() => setIsLeaving(true)} className="phone:w-full">
        {label}
      </Button>
    </Card>
  )
}
