import { lazyModule } from '~/lib/lazy.ts'

/** The list behind the bell, loaded after the page. */
export const noticeCenter = lazyModule(() => import('./notice-center.tsx'))
