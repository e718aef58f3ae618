import { Star } from "lucide-react"
import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

interface StarButtonProps {
  isStarred: boolean
  isBusy: boolean
  onStar: (isStarred: boolean) => void
}

/** Marks the picture that is looked at. */
export function StarButton({ isStarred, isBusy, onStar }: StarButtonProps): ReactElement {
  return (
    <Button
      variant="secondary"
      aria-pressed={isStarred}
      disabled={isBusy}
      onClick={() => onStar(!isStarred)}
      className="self-start"
    >
      <Star aria-hidden="true" className={classNames(isStarred && "fill-current text-amber")} />
      {isStarred ? "Starred" : "Star"}
    </Button>
  )
}
