import type { ReactElement } from "react"
import { Link } from "react-router"
import type { OpenModel, Order } from "#contract/studio/generations.ts"
import type { Run } from "#contract/studio/runs.ts"
import { orderAddress } from "#web/lib/studio/order-address.ts"
import { isWork, modelsAddress, modelWork, runAddress, runName } from "#web/lib/studio/work-labels.ts"
import { Progress } from "#web/ui/feedback/progress.tsx"

interface Work {
  id: string
  to: string
  name: string
  /** What its bar is called. */
  label: string
  /** How much is done, 0 to 1; undefined while nobody can tell. */
  share: number | undefined
}

const begun = (isAtWork: boolean, progress: number): number | undefined =>
  isAtWork && progress > 0 ? progress : undefined

interface WorkListProps {
  orders: readonly Order[]
  runs: readonly Run[]
  models: readonly OpenModel[]
}

/** Own work of every kind with how far it is; nothing where none of it is work of its own. */
export function WorkList({ orders, runs, models }: WorkListProps): ReactElement | null {
  const works: Work[] = [
    ...orders.map(({ id, mode, prompt, status, progress }) => ({
      id,
      to: orderAddress(mode),
      name: prompt,
      label: "Drawing",
      share: begun(status === "drawing", progress),
    })),
    ...runs.filter(isWork).map((run) => ({
      id: run.id,
      to: runAddress(run),
      name: runName(run),
      label: runName(run),
      share: begun(run.status === "running", run.progress),
    })),
    ...models.map((model) => ({
      id: model.id,
      to: modelsAddress,
      name: modelWork(model),
      label: modelWork(model),
      share: begun(true, model.progress),
    })),
  ]
  if (works.length === 0) return null
  return (
    <section aria-labelledby="running" className="grid gap-3">
      <h2 id="running" className="text-xl">
        Under way
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {works.map(({ id, to, name, label, share }) => (
          <li key={id}>
            <Link
              to={to}
              className="grid gap-2 rounded-card border border-line bg-surface p-4 hover:border-line-strong"
            >
              <span className="truncate font-medium">{name}</span>
              <Progress label={label} share={share} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
