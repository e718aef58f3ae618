import type { ReactElement } from "react"
import { product } from "#contract/brand.ts"
import { findMode } from "#contract/catalogue/modes.ts"
import { bottomItems, studioItems } from "#web/app/layouts/studio-items.ts"
import { StudioShell } from "#web/app/layouts/studio-shell.tsx"
import { PhotoInvite } from "#web/content/photo/photo-invite.tsx"
import { photoInvite } from "#web/features/identity/dashboard/photo-card.tsx"
import { PromptForm } from "#web/features/identity/dashboard/prompt-form.tsx"
import { Shortcuts } from "#web/features/identity/dashboard/shortcuts.tsx"
import { Card } from "#web/ui/layout/card.tsx"

/** The page that is drawn of it, and what takes its place: shared files and the screen. */
export const prerenderedStudioPage = {
  address: "/app",
  title: "Dashboard",
  screens: ["talk", "studio", "features/identity/dashboard/dashboard-screen.tsx"],
  picture: "hero-after",
  Component: PrerenderedStudio,
} as const

/** What can be used of /app before its code is there: the frame, the way to give a photo, and the box for words. */
function PrerenderedStudio(): ReactElement {
  return (
    <StudioShell
      productName={product.name}
      homePath="/app"
      items={studioItems}
      bottomItems={bottomItems(false, false)}
      isNarrow={false}
      onFold={undefined}
    >
      <div className="grid gap-6 sm:gap-10">
        <header className="flex items-center lg:min-h-24">
          <h1 className="text-3xl">Welcome</h1>
        </header>
        <section aria-label="Studio" className="grid gap-8">
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
            <div className="grid gap-4">
              <Card>
                <PhotoInvite {...photoInvite} />
              </Card>
              <PromptForm mode={findMode(null)} />
              <Shortcuts />
            </div>
          </div>
        </section>
      </div>
    </StudioShell>
  )
}
