import { z } from "zod"
import { detailNames, eachDetail, profileDetails } from "#contract/identity/profile-fields.ts"
import { WritableProfile } from "#contract/identity/profiles.ts"
import { PlainText } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { findDetails, replaceInitials, updateDetails } from "./queries.ts"
import { initialsPath } from "./service.ts"

const Profiles = z
  .array(
    z.object({
      ...eachDetail((name) => PlainText.max(profileDetails[name].most).nullable()),
      imageUrl: WritableProfile.shape.imageUrl.catch(undefined),
    }),
  )
  .max(1)

/** What a person says of themselves, and their picture. It leaves as a document and goes with the account's row. */
export const profileData: PersonalData = {
  takes: ["documents/profiles.json"],
  async takeIn(_s, { copy, came, left, addressHere }) {
    const [said] = (await copy.record("documents/profiles.json", Profiles)) ?? []
    return async (tx, accountId) => {
      if (!said) return
      const here = await findDetails(tx, accountId)
      const added = detailNames.filter((name) => !here?.[name] && said[name])
      came("details of the profile", added.length)
      if (added.length > 0)
        await updateDetails(
          tx,
          accountId,
          eachDetail((name) => here?.[name] || said[name] || ""),
        )
      // Initials are drawn here.
      if (!said.imageUrl || said.imageUrl.includes(initialsPath)) return
      const imageUrl = addressHere(said.imageUrl)
      if (imageUrl === null) left("profile picture", 1, "it lies at the other installation")
      else if (await replaceInitials(tx, accountId, imageUrl, initialsPath)) came("profile picture", 1)
      else left("profile picture", 1, "the profile shows a picture already")
    }
  },
}
