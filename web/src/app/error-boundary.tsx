import { Component, type ReactNode } from 'react'
import { Logo } from '~/components/logo.tsx'
import { Button } from '~/components/ui/button.tsx'

interface Props {
  /** A change of this (the address) tries again. */
  resetKey?: string
  children: ReactNode
}

interface State {
  error: Error | null
  /** Where it happened. */
  at: string | undefined
}

/** Shows an error page when rendering fails. React has no hook for it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, at: this.props.resetKey }

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ resetKey }: Props, { at }: State): State | null {
    return resetKey === at ? null : { error: null, at: resetKey }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    // After a release the old page requests files that are gone: reloading fixes it.
    const outdated = /dynamically imported module|Importing a module script failed|error loading/i.test(error.message)
    return (
      <div
        role="alert"
        className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center px-6 text-center"
      >
        <Logo />
        <h1 className="mt-8 text-2xl font-semibold tracking-tight">
          {outdated ? 'A new version is ready' : 'Something went wrong on this page'}
        </h1>
        <p className="mt-2 text-muted">
          {outdated
            ? 'Keyhold was updated while this page was open. Reload to continue.'
            : 'Your data is safe. Reload the page; if it happens again, tell us what you were doing.'}
        </p>
        <div className="mt-6 flex gap-2">
          <Button onClick={() => location.reload()}>Reload page</Button>
          <Button variant="secondary" asChild>
            <a href="/">Go home</a>
          </Button>
        </div>
      </div>
    )
  }
}
