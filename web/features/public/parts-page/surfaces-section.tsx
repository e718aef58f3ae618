import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Skeleton, SkeletonText } from "#web/ui/feedback/skeleton.tsx"
import { Spinner } from "#web/ui/feedback/spinner.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { Adire } from "#web/ui/media/adire.tsx"
import { Avatar } from "#web/ui/media/avatar.tsx"
import { Row, Section } from "./section.tsx"

/** Panels, waiting, failing, and the cloth. */
export function SurfacesSection(): ReactElement {
  return (
    <Section title="Surfaces and states">
      <div className="grid gap-6 md:grid-cols-2">
        <Card>
          <h3 className="text-xl">A card</h3>
          <p className="mt-2 text-ink-soft">It holds one thing on the page.</p>
        </Card>
        <Card tone="raised">
          <h3 className="text-xl">A raised card</h3>
          <p className="mt-2 text-ink-soft">It stands out where one thing matters most.</p>
        </Card>
      </div>
      <Row>
        <Avatar name="Adéọlá Ṣóyínká" />
        <Avatar name="Kofi" className="size-14 text-xl" />
        <Spinner />
        <Spinner className="size-8 text-indigo" />
        <div className="grid flex-1 gap-4">
          <Progress label="Uploading" share={0.62} />
          <Progress label="Drawing your picture" />
        </div>
      </Row>
      <div aria-busy="true" className="grid gap-6 md:grid-cols-3">
        {["one", "two", "three"].map((name) => (
          <div key={name} className="grid gap-3">
            <Skeleton className="aspect-4/5" />
            <p>
              <SkeletonText className="w-2/3" />
            </p>
          </div>
        ))}
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <Card>
          <EmptyState
            title="Pretty empty around here"
            text="Your pictures will stand here, newest first."
            action={<Button>Make the first one</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title="Your pictures did not load"
            text="The connection was lost. Nothing is gone."
            action={<Button variant="secondary">Try again</Button>}
          />
        </Card>
      </div>
      <div className="h-72 overflow-hidden rounded-card bg-cloth">
        <Adire seed={4} columns={8} rows={3} hasWarmCell className="text-on-cloth/60" />
      </div>
    </Section>
  )
}
