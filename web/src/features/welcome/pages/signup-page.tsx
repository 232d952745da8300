import { Link } from 'react-router-dom'
import { AuthFrame } from '~/components/auth-frame.tsx'
import { PublicLayout } from '~/components/public-layout.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { paths } from '~/lib/paths.ts'
import { SignUpForm } from '../components/sign-up-form.tsx'

const look = 'font-medium text-pine underline underline-offset-2'

export function Component() {
  return (
    <PublicLayout>
      <DocumentTitle />
      <AuthFrame
        title="Start Your Free Trial"
        intro="Full access for 14 days. No credit card needed."
        footer={
          <>
            Already have an account?{' '}
            <Link to={paths.login} className={look}>
              Sign in
            </Link>
          </>
        }
      >
        <SignUpForm
          signIn={
            <Link to={paths.login} className={look}>
              sign in
            </Link>
          }
        />
      </AuthFrame>
    </PublicLayout>
  )
}
