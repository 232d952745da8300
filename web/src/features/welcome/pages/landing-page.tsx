import { Tabs } from 'radix-ui'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AuthFrame } from '~/components/auth-frame.tsx'
import { PublicLayout } from '~/components/public-layout.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { GetStarted } from '../components/get-started.tsx'
import { SignInForm } from '../components/sign-in-form.tsx'

// Brings the form library, which most visitors of the first tab never need.
const SignUpForm = lazy(() =>
  import('../components/sign-up-form.tsx').then(({ SignUpForm: component }) => ({ default: component })),
)

const tabs = [
  { value: 'get-started', label: 'Get Started' },
  { value: 'sign-in', label: 'Sign In' },
  { value: 'create-account', label: 'Create Account' },
] as const
type Tab = (typeof tabs)[number]['value']

/** `/` for someone who isn't signed in. The tab is in the address, so that back and links work. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'get-started'
  const show = (next: Tab) => {
    setParams(next === 'get-started' ? {} : { tab: next })
    scrollTo(0, 0)
  }

  return (
    <Tabs.Root activationMode="manual" value={tab} onValueChange={(next) => show(next as Tab)}>
      <PublicLayout
        nav={
          <Tabs.List aria-label="Welcome" className="flex gap-1 phone:justify-between">
            {tabs.map(({ value, label }) => (
              <Tabs.Trigger
                key={value}
                value={value}
                className="relative min-h-14 px-3.5 font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:rounded-md focus-visible:-outline-offset-2 data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-full data-[state=active]:after:bg-pine phone:min-h-11"
              >
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        }
      >
        <DocumentTitle
          title={
            tab === 'get-started' ? 'Rental property management' : tab === 'sign-in' ? 'Sign in' : 'Create account'
          }
        />
        <Tabs.Content value="get-started" className="outline-none">
          <GetStarted onStart={() => show('create-account')} onSignIn={() => show('sign-in')} />
        </Tabs.Content>
        <Tabs.Content value="sign-in" className="outline-none">
          <AuthFrame
            title="Sign In to Your Account"
            footer={
              <SwitchTo words="New to Keyhold?" label="Start your free trial" onPress={() => show('create-account')} />
            }
          >
            <SignInForm />
          </AuthFrame>
        </Tabs.Content>
        <Tabs.Content value="create-account" className="outline-none">
          <AuthFrame
            title="Start Your Free Trial"
            intro="Full access for 14 days. No credit card needed."
            footer={<SwitchTo words="Already have an account?" label="Sign in" onPress={() => show('sign-in')} />}
          >
            <Suspense fallback={<PageSpinner />}>
              <SignUpForm signIn={<TextButton label="sign in" onPress={() => show('sign-in')} />} />
            </Suspense>
          </AuthFrame>
        </Tabs.Content>
      </PublicLayout>
    </Tabs.Root>
  )
}

function SwitchTo({ words, label, onPress }: { words: string; label: string; onPress: () => void }) {
  return (
    <>
      {words} <TextButton label={label} onPress={onPress} />
    </>
  )
}

function TextButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button variant="link" className="underline" onClick={onPress}>
      {label}
    </Button>
  )
}
