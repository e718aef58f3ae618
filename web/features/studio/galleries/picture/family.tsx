import type { ReactElement, ReactNode } from "react"
import { Link, useLocation } from "react-router"
import { makerTitle } from "#contract/catalogue/makers.ts"
import type { PictureDetails, PictureOrigin } from "#contract/studio/picture-details.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { ownModelAddress } from "#web/lib/studio/order-address.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

const galleryOf = { generations: "/photo-gallery", photoshoots: "/photoshoot-gallery" } as const

/** What a picture was made of and what was made of it, each a way to go on. */
export function Family({ details }: { details: PictureDetails }): ReactElement | null {
  const { origins, siblings, made } = details
  if (origins.length + siblings.length + made.length === 0) return null
  return (
    <div className="grid gap-4">
      <Relatives title="Made of" members={origins} />
      <Relatives title="Of the same order" members={siblings} />
      <Relatives title="Made of this picture" members={made} />
    </div>
  )
}

function Relatives({ title, members }: { title: string; members: readonly PictureOrigin[] }): ReactElement | null {
  if (members.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-body text-sm font-normal text-ink-soft">{title}</h3>
      <ul className="flex flex-wrap items-center gap-2">
        {members.map((member) => (
          <li key={"id" in member ? `${member.kind}/${member.id}` : member.name} className="min-w-0">
            <Relative member={member} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Relative({ member }: { member: PictureOrigin }): ReactElement {
  const { pathname, search } = useLocation()
  if (member.kind === "gone") {
    return <span className="break-words">{member.name || "A photo"}, which is not there any more</span>
  }
  if (member.kind === "model") {
    return <TextLink to={ownModelAddress(member.word)}>Model {member.title || member.word}</TextLink>
  }
  if (member.kind === "others-picture") {
    return (
      <a href={picturePath(member.url)} target="_blank" rel="noopener" className={linkLook}>
        <Small preview={member.preview}>Public picture of somebody else: {member.prompt}</Small>
      </a>
    )
  }
  if (member.kind === "upload") {
    return (
      <Link to={`/photo-gallery?${new URLSearchParams({ tab: "uploads", picture: member.id })}`} className={linkLook}>
        <Small preview={member.preview}>Upload {member.name}</Small>
      </Link>
    )
  }
  const gallery = galleryOf[member.source]
  // What narrows the gallery stays, where it is the same one.
  const query = new URLSearchParams(gallery === pathname ? search : "")
  query.set("picture", member.id)
  return (
    <Link replace preventScrollReset to={`${gallery}?${query}`} className={linkLook}>
      <Small preview={member.preview}>
        {makerTitle(member.mode)}: {member.prompt}
      </Small>
    </Link>
  )
}

const linkLook = "block rounded-control"

/** @param children what it is, for those who do not see it */
function Small({ preview, children }: { preview: string; children: ReactNode }): ReactElement {
  return (
    <>
      <img
        src={picturePath(preview)}
        alt=""
        loading="lazy"
        className="size-16 rounded-control border border-line bg-raised object-cover"
      />
      <span className="sr-only">{children}</span>
    </>
  )
}
