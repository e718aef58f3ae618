import {
  ArrowLeft,
  Boxes,
  Camera,
  Compass,
  CreditCard,
  GraduationCap,
  Images,
  LayoutDashboard,
  WandSparkles,
} from "lucide-react"
import type { StudioItem } from "./layouts/studio-navigation.tsx"

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
  { to: "/credits-billing", label: "Billing", Icon: CreditCard },
]

/** The way out of the console. */
export const backToStudioItem: StudioItem = { to: "/app", label: "Back to the studio", Icon: ArrowLeft, isExact: true }
