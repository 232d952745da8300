import { Link } from 'react-router-dom'
import { AuthFrame } from '~/components/auth-frame.tsx'
import { PublicLayout } from '~/components/public-layout.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { siteLook } from '~/lib/branding.ts'
import { paths } from '~/lib/paths.ts'
import { SignInForm } from '../components/sign-in-form.tsx'

export function Component() {
  return (
    <PublicLayout>
      <DocumentTitle />
      <AuthFrame
        title="Sign In to Your Account"
        // Nobody signs up at a landlord's own host: tenants are invited.
        footer={
          !siteLook && (
            <>
              New to Keyhold?{' '}
              <Link to={paths.signup} className="font-medium text-pine underline underline-offset-2">
                Start your free trial
              </Link>
            </>
          )
        }
      >
        <SignInForm />
      </AuthFrame>
    </PublicLayout>
  )
}
