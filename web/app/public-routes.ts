import type { RouteObject } from "react-router"
import { programPath } from "#contract/academy/academy-addresses.ts"
import { publicPages, statusPage } from "#web/content/public-pages.ts"

/** Public pages that only show words and pictures. */
export const wordRoutes: RouteObject[] = [
  {
    path: publicPages.home.path,
    handle: publicPages.home,
    lazy: async () => ({ Component: (await import("#web/features/public/landing/landing-screen.tsx")).LandingScreen }),
  },
  {
    path: publicPages.pricing.path,
    handle: publicPages.pricing,
    lazy: async () => ({
      Component: (await import("#web/features/public/pricing/pricing-screen.tsx")).PricingScreen,
    }),
  },
  {
    path: publicPages.academy.path,
    handle: publicPages.academy,
    lazy: async () => ({
      Component: (await import("#web/features/public/academy/academy-screen.tsx")).AcademyScreen,
    }),
  },
  {
    path: publicPages.programs.path,
    handle: publicPages.programs,
    lazy: async () => ({
      Component: (await import("#web/features/public/academy/programs-screen.tsx")).ProgramsScreen,
    }),
  },
  {
    path: publicPages.solutions.path,
    handle: publicPages.solutions,
    lazy: async () => ({
      Component: (await import("#web/features/public/systems/solutions-screen.tsx")).SolutionsScreen,
    }),
  },
  {
    path: `${publicPages.caseStudies.path}/:slug?`,
    lazy: async () => {
      const { CaseStudyScreen, caseStudyPage } = await import("#web/features/public/systems/case-study-screen.tsx")
      return { Component: CaseStudyScreen, handle: caseStudyPage }
    },
  },
  {
    path: publicPages.enterprise.path,
    handle: publicPages.enterprise,
    lazy: async () => ({
      Component: (await import("#web/features/public/systems/enterprise-screen.tsx")).EnterpriseScreen,
    }),
  },
  {
    path: publicPages.careers.path,
    handle: publicPages.careers,
    lazy: async () => ({
      Component: (await import("#web/features/public/plain/careers-screen.tsx")).CareersScreen,
    }),
  },
  {
    path: publicPages.terms.path,
    handle: publicPages.terms,
    lazy: async () => ({
      Component: (await import("#web/features/public/plain/terms-screen.tsx")).TermsScreen,
    }),
  },
  {
    path: programPath,
    lazy: async () => {
      const { ProgramScreen, programPage } = await import("#web/features/public/academy/program-screen.tsx")
      return { Component: ProgramScreen, handle: programPage }
    },
  },
]

/** Public pages that ask the server for something. */
export const talkingRoutes: RouteObject[] = [
  {
    path: publicPages.showcase.path,
    handle: publicPages.showcase,
    lazy: async () => ({
      Component: (await import("#web/features/public/showcase/showcase-screen.tsx")).ShowcaseScreen,
    }),
  },
  {
    path: statusPage.path,
    handle: statusPage,
    lazy: async () => ({
      Component: (await import("#web/features/public/status/status-screen.tsx")).StatusScreen,
    }),
  },
  {
    path: publicPages.contact.path,
    handle: publicPages.contact,
    lazy: async () => ({
      Component: (await import("#web/features/public/contact/contact-screen.tsx")).ContactScreen,
    }),
  },
]

/** Forms to open an account, or to get back into one. */
export const accountFormRoutes: RouteObject[] = [
  {
    path: "/sign-up",
    lazy: async () => {
      const { SignUpScreen, signUpPage } = await import("#web/features/identity/sign-in/sign-up-screen.tsx")
      return { Component: SignUpScreen, handle: signUpPage }
    },
  },
  {
    path: "/sign-in",
    lazy: async () => {
      const { SignInScreen, signInPage } = await import("#web/features/identity/sign-in/sign-in-screen.tsx")
      return { Component: SignInScreen, handle: signInPage }
    },
  },
  {
    path: "/forgot-password",
    lazy: async () => {
      const { ForgotPasswordScreen, forgotPasswordPage } = await import(
        "#web/features/identity/sign-in/forgot-password-screen.tsx"
      )
      return { Component: ForgotPasswordScreen, handle: forgotPasswordPage }
    },
  },
  {
    path: "/reset-password",
    lazy: async () => {
      const { ResetPasswordScreen, resetPasswordPage } = await import(
        "#web/features/identity/sign-in/reset-password-screen.tsx"
      )
      return { Component: ResetPasswordScreen, handle: resetPasswordPage }
    },
  },
]
