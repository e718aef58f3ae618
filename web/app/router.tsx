import type { RouteObject } from "react-router"
import { messages } from "#contract/messages.ts"
import { ErrorScreen } from "./error-screen.tsx"
import { keepScreens } from "./load-routes.ts"
import { ProductWait } from "./product-wait.tsx"
import { accountFormRoutes, talkingRoutes, wordRoutes } from "./public-routes.ts"
import { Root } from "./root.tsx"
import { signedInRoutes } from "./signed-in-routes.ts"

const product: RouteObject[] = [
  {
    lazy: async () => ({ Component: (await import("./frames/marketing-frame.tsx")).MarketingFrame }),
    children: talkingRoutes,
  },
  {
    lazy: async () => ({ Component: (await import("./frames/auth-frame.tsx")).AuthFrame }),
    children: [
      ...accountFormRoutes,
      {
        path: "/sign-in/code",
        lazy: async () => {
          const { CodeScreen, codePage } = await import("#web/features/identity/sign-in/code-screen.tsx")
          return { Component: CodeScreen, handle: codePage }
        },
      },
    ],
  },
  {
    lazy: async () => ({ Component: (await import("./frames/bare-frame.tsx")).BareFrame }),
    children: [
      {
        path: "/verify-user",
        handle: { title: "Confirm your e-mail" },
        lazy: async () => ({
          Component: (await import("#web/features/identity/sign-in/verify-screen.tsx")).VerifyScreen,
        }),
      },
      {
        path: "/certificate/:code",
        handle: { title: "Certificate" },
        lazy: async () => ({
          Component: (await import("#web/features/academy/learning/certificate-screen.tsx")).CertificateScreen,
        }),
      },
      {
        path: "/badge",
        handle: { title: "Check a badge" },
        lazy: async () => ({
          Component: (await import("#web/features/academy/learning/badge-check-screen.tsx")).BadgeCheckScreen,
        }),
      },
      {
        path: "/auth/oauth2/success",
        handle: { title: "Sign in" },
        lazy: async () => ({
          Component: (await import("#web/features/identity/sign-in/provider-return-screen.tsx")).ProviderReturnScreen,
        }),
      },
      {
        path: "/auth/magic-url",
        handle: { title: "Sign in" },
        lazy: async () => ({
          Component: (await import("#web/features/identity/sign-in/magic-link-screen.tsx")).MagicLinkScreen,
        }),
      },
    ],
  },
  {
    lazy: async () => ({ Component: (await import("./frames/studio-frame.tsx")).StudioFrame }),
    children: signedInRoutes,
  },
  ...(import.meta.env.DEV || import.meta.env.VITE_PARTS_PAGE === "1"
    ? [
        {
          path: "/dev/ui",
          handle: { title: "Parts" },
          lazy: async () => ({
            Component: (await import("#web/features/public/parts-page/dev-ui-screen.tsx")).DevUiScreen,
          }),
        },
      ]
    : []),
  {
    path: "*",
    handle: { title: messages.notFound },
    lazy: async () => ({ Component: (await import("./unknown-path.tsx")).UnknownPath }),
  },
]

/** Every address of the product. A page that fails while it is drawn gives way to the one error screen. */
export const routes: RouteObject[] = keepScreens([
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => null,
    children: [
      {
        lazy: async () => ({ Component: (await import("./frames/marketing-frame.tsx")).MarketingFrame }),
        children: wordRoutes,
      },
      {
        lazy: async () => ({ Component: (await import("./product-root.tsx")).createProductRoot() }),
        HydrateFallback: ProductWait,
        children: product,
      },
    ],
  },
])
