import {
  ArrowLeft,
  Boxes,
  Camera,
  Compass,
  CreditCard,
  GraduationCap,
  Images,
  LayoutDashboard,
  Store,
  UserRound,
  WandSparkles,
} from "lucide-react"
import { academyPath } from "#contract/academy/academy-addresses.ts"
import type { StudioItem } from "./studio-navigation.tsx"

/** For people with a place in a program. */
export const learnItem: StudioItem = { to: "/learn", label: "Learn", Icon: GraduationCap }

/** The studio's navigation: only pages that exist. */
export const studioItems: readonly StudioItem[] = [
  { to: "/app", label: "Dashboard", Icon: LayoutDashboard, isExact: true },
  { to: "/generations", label: "Generate", Icon: WandSparkles },
  { to: "/explore", label: "Explore", Icon: Compass },
  { to: "/photoshoot-gallery", label: "Photoshoots", Icon: Camera },
  { to: "/training-dataset", label: "My Models", Icon: Boxes },
  { to: "/photo-gallery", label: "Galleries", Icon: Images },
  { to: "/shelf", label: "Shelf", Icon: Store },
  { to: "/credits-billing", label: "Billing", Icon: CreditCard },
]

/**
 * What phones have at the lower edge. Learning is the portal for learners, the home for whoever applied (their way to a
 * place is told there), and for others what there is to learn.
 */
export function bottomItems(isLearner: boolean, hasApplied: boolean): readonly StudioItem[] {
  return [
    {
      to: "/generations",
      label: "Create",
      Icon: WandSparkles,
      alsoAt: ["/generations-image", "/explore", "/category", "/training"],
    },
    {
      to: "/photo-gallery",
      label: "Gallery",
      Icon: Images,
      alsoAt: ["/photoshoot-gallery", "/lora-gallery", "/shelf"],
    },
    {
      to: isLearner ? learnItem.to : hasApplied ? "/app" : academyPath,
      label: "Learn",
      Icon: GraduationCap,
      alsoAt: [learnItem.to, "/study-kits", "/program-resources", "/assessment", "/interview", "/tuition"],
    },
    { to: "/account", label: "Account", Icon: UserRound, alsoAt: ["/credits-billing", "/payment"] },
  ]
}

/** The way out of the console. */
export const backToStudioItem: StudioItem = { to: "/app", label: "Back to the studio", Icon: ArrowLeft, isExact: true }
