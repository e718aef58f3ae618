import { type ReactElement, useState } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface AvatarProps {
  /** Whose face it is; the initials stand in for a missing picture. */
  name: string
  imageUrl?: string | undefined
  /** Size by class; 40 px when absent. */
  className?: string | undefined
}

function readInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  return [words[0], last].map((word) => Array.from(word ?? "")[0] ?? "").join("")
}

/** A person in a circle. Decoration: write the name beside it, or on the button around it. */
export function Avatar({ name, imageUrl, className }: AvatarProps): ReactElement {
  const [failedUrl, setFailedUrl] = useState<string>()
  const hasPicture = imageUrl !== undefined && imageUrl !== "" && imageUrl !== failedUrl
  return (
    <span
      aria-hidden="true"
      data-initials={hasPicture ? undefined : readInitials(name)}
      className={classNames(
        !hasPicture && "before:content-[attr(data-initials)]",
        "grid size-10 shrink-0 place-items-center overflow-hidden rounded-full bg-cloth font-medium text-on-cloth uppercase",
        className,
      )}
    >
      {hasPicture && (
        <img
          src={imageUrl}
          alt=""
          width={96}
          height={96}
          className="size-full object-cover"
          onError={() => setFailedUrl(imageUrl)}
        />
      )}
    </span>
  )
}
