import type { ReactNode } from 'react'
import { PublicLayout } from '~/components/public-layout.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'

export interface Section {
  title: string
  text: ReactNode
}

/** A short text in numbered sections. */
export function LegalPage({ title, intro, sections }: { title: string; intro: string; sections: readonly Section[] }) {
  return (
    <PublicLayout>
      <main className="mx-auto w-full max-w-2xl flex-1 px-4 py-10 md:px-8 md:py-16">
        <DocumentTitle title={title} />
        <h1 className="text-3xl font-semibold tracking-tight md:text-4xl">{title}</h1>
        <p className="mt-3 text-lg text-muted">{intro}</p>
        {sections.map((section, index) => (
          <section key={section.title} className="mt-8">
            <h2 className="text-lg font-semibold tracking-tight">
              <span className="figures mr-2 text-brass">{index + 1}</span>
              {section.title}
            </h2>
            <div className="mt-1.5 leading-relaxed">{section.text}</div>
          </section>
        ))}
      </main>
    </PublicLayout>
  )
}
