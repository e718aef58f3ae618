import type { RouteObject } from "react-router"
import { programPath } from "#contract/academy/academy-addresses.ts"
import { publicPages, statusPage } from "#web/content/public-pages.ts"

/** Public pages that only show words and pictures. */
export const wordRoutes: RouteObject[] = [
  {
    path: publicPages.home.path,
    handle: publicPages.home,
    lazy: async () => ({ Component: (await import("#web/features/landing/landing-screen.tsx")).LandingScreen }),
  },
  {
    path: publicPages.pricing.path,
    handle: publicPages.pricing,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/pricing/pricing-screen.tsx")).PricingScreen,
    }),
  },
  {
    path: publicPages.academy.path,
    handle: publicPages.academy,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/academy/academy-screen.tsx")).AcademyScreen,
    }),
  },
  {
    path: publicPages.programs.path,
    handle: publicPages.programs,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/academy/programs-screen.tsx")).ProgramsScreen,
    }),
  },
  {
    path: publicPages.solutions.path,
    handle: publicPages.solutions,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/systems/solutions-screen.tsx")).SolutionsScreen,
    }),
  },
  {
    path: `${publicPages.caseStudies.path}/:slug?`,
    lazy: async () => {
      const { CaseStudyScreen, caseStudyPage } = await import("#web/features/marketing/systems/case-study-screen.tsx")
      return { Component: CaseStudyScreen, handle: caseStudyPage }
    },
  },
  {
    path: publicPages.enterprise.path,
    handle: publicPages.enterprise,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/systems/enterprise-screen.tsx")).EnterpriseScreen,
    }),
  },
  {
    path: publicPages.careers.path,
    handle: publicPages.careers,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/plain/careers-screen.tsx")).CareersScreen,
    }),
  },
  {
    path: publicPages.terms.path,
    handle: publicPages.terms,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/plain/terms-screen.tsx")).TermsScreen,
    }),
  },
  {
    path: programPath,
    lazy: async () => {
      const { ProgramScreen, programPage } = await import("#web/features/marketing/academy/program-screen.tsx")
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
      Component: (await import("#web/features/marketing/showcase/showcase-screen.tsx")).ShowcaseScreen,
    }),
  },
  {
    path: statusPage.path,
    handle: statusPage,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/status/status-screen.tsx")).StatusScreen,
    }),
  },
  {
    path: publicPages.contact.path,
    handle: publicPages.contact,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/contact/contact-screen.tsx")).ContactScreen,
    }),
  },
]

/** Forms to open an account, or to get back into one. */
export const accountFormRoutes: RouteObject[] = [
  {
    path: "/sign-up",
    lazy: async () => {
      const { SignUpScreen, signUpPage } = await import("#web/features/auth/sign-up-screen.tsx")
      return { Component: SignUpScreen, handle: signUpPage }
    },
  },
  {
    path: "/sign-in",
    lazy: async () => {
      const { SignInScreen, signInPage } = await import("#web/features/auth/sign-in-screen.tsx")
      return { Component: SignInScreen, handle: signInPage }
    },
  },
  {
    path: "/forgot-password",
    lazy: async () => {
      const { ForgotPasswordScreen, forgotPasswordPage } = await import("#web/features/auth/forgot-password-screen.tsx")
      return { Component: ForgotPasswordScreen, handle: forgotPasswordPage }
    },
  },
  {
    path: "/reset-password",
    lazy: async () => {
      const { ResetPasswordScreen, resetPasswordPage } = await import("#web/features/auth/reset-password-screen.tsx")
      return { Component: ResetPasswordScreen, handle: resetPasswordPage }
    },
  },
]
