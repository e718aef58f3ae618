import { z } from "zod"
import { detailNames, eachDetail, profileDetails } from "#contract/identity/profile-fields.ts"
import { PlainText } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { findDetails, updateDetails } from "./queries.ts"

const Profiles = z.array(z.object(eachDetail((name) => PlainText.max(profileDetails[name].most).nullable()))).max(1)

/** What a person says of themselves. It leaves as a document and goes with the account's row. */
export const profileData: PersonalData = {
  takes: ["documents/profiles.json"],
  async takeIn(_s, { copy, came }) {
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
    }
  },
}
