import { Check, FileText } from "lucide-react"
import type { ReactElement } from "react"
import type { CourseFile } from "#contract/product/learning.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Button } from "#web/ui/button.tsx"
import { buttonLook } from "#web/ui/button-look.ts"
import { Card } from "#web/ui/card.tsx"
import { formatBytes } from "./byte-size.ts"

interface FileListProps {
  files: readonly CourseFile[]
  /** Present: each file can be marked as read. */
  onRead?: ((id: string) => void) | undefined
  isBusy?: boolean
}

/** Files to read, with what a download takes. */
export function FileList({ files, onRead, isBusy = false }: FileListProps): ReactElement {
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {files.map(({ id, title, text, url, byteSize, isRead }) => (
        <li key={id}>
          <Card className="grid h-full content-start gap-4">
            <div className="flex items-start gap-4">
              <FileText aria-hidden="true" className="size-8 shrink-0 text-indigo" />
              <div className="min-w-0 grow">
                <h2 className="text-xl">{title}</h2>
                <p className="text-ink-soft">{text}</p>
              </div>
              {isRead && <Badge tone="leaf">Read</Badge>}
            </div>
            <div className="flex flex-wrap gap-3">
              <a href={url} target="_blank" rel="noreferrer" className={buttonLook({})}>
                Open PDF {byteSize > 0 && <span className="font-normal">({formatBytes(byteSize)})</span>}
                <span className="sr-only"> of {title}, opens in a new tab</span>
              </a>
              {onRead && !isRead && (
                <Button
                  variant="secondary"
                  disabled={isBusy}
                  aria-label={`Mark ${title} as read`}
                  onClick={() => onRead(id)}
                >
                  <Check aria-hidden="true" />
                  Mark as read
                </Button>
              )}
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
