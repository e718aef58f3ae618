import type { RouteObject } from "react-router"
import { messages } from "#contract/messages.ts"
import { programPath, publicPages } from "#web/content/public-pages.ts"
import { ErrorScreen } from "./error-screen.tsx"
import { keepScreens } from "./load-routes.ts"
import { ProductWait } from "./product-wait.tsx"
import { Root } from "./root.tsx"

/** Public pages that only show words and pictures. */
const words: RouteObject[] = [
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
const talking: RouteObject[] = [
  {
    path: publicPages.showcase.path,
    handle: publicPages.showcase,
    lazy: async () => ({
      Component: (await import("#web/features/marketing/showcase/showcase-screen.tsx")).ShowcaseScreen,
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

const accountForms: RouteObject[] = [
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

const signedIn: RouteObject[] = [
  {
    path: "/app",
    handle: { title: "Dashboard" },
    lazy: async () => ({ Component: (await import("#web/features/dashboard/dashboard-screen.tsx")).DashboardScreen }),
  },
  {
    path: "/generations",
    handle: { title: "Generate" },
    lazy: () => import("#web/features/studio/modes-screen.tsx"),
  },
  {
    path: "/generations/flux",
    handle: { title: "Image generator" },
    lazy: () => import("#web/features/studio/generator-screen.tsx"),
  },
  {
    path: "/generations/flux/lora",
    handle: { title: "Style generator" },
    lazy: () => import("#web/features/studio/generator-screen.tsx"),
  },
  {
    path: "/generations/photo-upscaling",
    handle: { title: "Photo Upscaling" },
    lazy: () => import("#web/features/photos/upscaling-screen.tsx"),
  },
  {
    path: "/generations/bg-remover",
    handle: { title: "Background Remover" },
    lazy: () => import("#web/features/photos/bg-remover-screen.tsx"),
  },
  {
    path: "/generations/batch",
    handle: { title: "Batch" },
    lazy: () => import("#web/features/photos/batch-screen.tsx"),
  },
  {
    path: "/generations/scene",
    handle: { title: "Scene" },
    lazy: () => import("#web/features/photos/scene-screen.tsx"),
  },
  {
    path: "/generations/image-to-prompt",
    handle: { title: "Image to prompt" },
    lazy: () => import("#web/features/photos/image-to-prompt-screen.tsx"),
  },
  {
    path: "/generations/export",
    handle: { title: "Download for…" },
    lazy: () => import("#web/features/photos/export-screen.tsx"),
  },
  {
    path: "/generations-image",
    handle: { title: "Your model" },
    lazy: () => import("#web/features/studio/own-model-screen.tsx"),
  },
  {
    path: "/training",
    handle: { title: messages.trainingTitle },
    lazy: () => import("#web/features/models/training-screen.tsx"),
  },
  {
    path: "/training-dataset",
    handle: { title: messages.modelsTitle },
    lazy: () => import("#web/features/models/my-models-screen.tsx"),
  },
  {
    path: "/demotraining",
    handle: { title: "Demo training" },
    lazy: async () => ({ Component: (await import("#web/features/models/demo-screens.tsx")).DemoTraining }),
  },
  {
    path: "/demogenerate",
    handle: { title: "Demo generator" },
    lazy: async () => ({ Component: (await import("#web/features/models/demo-screens.tsx")).DemoGenerate }),
  },
  {
    path: "/explore",
    handle: { title: messages.exploreTitle },
    lazy: () => import("#web/features/explore/explore-screen.tsx"),
  },
  {
    path: "/category/:slug",
    handle: { title: "Category" },
    lazy: () => import("#web/features/explore/category-screen.tsx"),
  },
  {
    path: "/photoshoot-gallery",
    handle: { title: messages.shootsTitle },
    lazy: () => import("#web/features/galleries/photoshoot-gallery-screen.tsx"),
  },
  {
    path: "/lora-gallery",
    handle: { title: "Styles and models" },
    lazy: () => import("#web/features/galleries/lora-gallery-screen.tsx"),
  },
  {
    path: "/photo-gallery",
    handle: { title: messages.galleryTitle },
    lazy: () => import("#web/features/galleries/photo-gallery-screen.tsx"),
  },
  {
    path: "/credits-billing",
    handle: { title: "Buy credits" },
    lazy: async () => ({ Component: (await import("#web/features/billing/credits-screen.tsx")).CreditsScreen }),
  },
  {
    path: "/billing",
    handle: { title: "Application fee" },
    lazy: async () => ({
      Component: (await import("#web/features/billing/application-fee-screen.tsx")).ApplicationFeeScreen,
    }),
  },
  {
    path: "/operator/admissions",
    lazy: async () => ({ Component: (await import("#web/features/admissions/office-frame.tsx")).OfficeFrame }),
    children: [
      {
        index: true,
        handle: { title: "Applications" },
        lazy: async () => ({
          Component: (await import("#web/features/admissions/board-screen.tsx")).BoardScreen,
        }),
      },
      {
        path: "applications/:id",
        handle: { title: "Application" },
        lazy: async () => ({
          Component: (await import("#web/features/admissions/application-screen.tsx")).ApplicationScreen,
        }),
      },
      {
        path: "marking",
        handle: { title: "Marking" },
        lazy: async () => ({
          Component: (await import("#web/features/admissions/marking-screen.tsx")).MarkingScreen,
        }),
      },
      {
        path: "marking/:id",
        handle: { title: "Assessment" },
        lazy: async () => ({
          Component: (await import("#web/features/admissions/marking-screen.tsx")).MarkSheetScreen,
        }),
      },
      {
        path: "slots",
        handle: { title: "Interview times" },
        lazy: async () => ({
          Component: (await import("#web/features/admissions/slots-screen.tsx")).SlotsScreen,
        }),
      },
      {
        path: "cohorts",
        handle: { title: "Cohorts" },
        lazy: async () => ({
          Component: (await import("#web/features/admissions/cohorts-screen.tsx")).CohortsScreen,
        }),
      },
    ],
  },
  {
    path: "/payment/:txRef",
    handle: { title: "Your order" },
    lazy: async () => ({ Component: (await import("#web/features/billing/payment-screen.tsx")).PaymentScreen }),
  },
  {
    path: "/payment/:txRef/receipt",
    handle: { title: "Receipt" },
    lazy: async () => ({ Component: (await import("#web/features/billing/receipt-screen.tsx")).ReceiptScreen }),
  },
  {
    path: "/assessment",
    handle: { title: "Assessment" },
    lazy: async () => ({
      Component: (await import("#web/features/admissions/assessment-screen.tsx")).AssessmentScreen,
    }),
  },
  {
    path: "/interview",
    handle: { title: "Interview" },
    lazy: async () => ({ Component: (await import("#web/features/admissions/interview-screen.tsx")).InterviewScreen }),
  },
  {
    path: "/tuition",
    handle: { title: "Tuition" },
    lazy: async () => ({ Component: (await import("#web/features/admissions/tuition-screen.tsx")).TuitionScreen }),
  },
  {
    path: "/account",
    handle: { title: "My account" },
    lazy: async () => ({ Component: (await import("#web/features/account/account-screen.tsx")).AccountScreen }),
  },
  {
    path: "/study-kits",
    handle: { title: "Study kit" },
    lazy: async () => ({ Component: (await import("#web/features/learning/study-kits-screen.tsx")).StudyKitsScreen }),
  },
  {
    path: "/program-resources",
    handle: { title: "Program resources" },
    lazy: async () => ({ Component: (await import("#web/features/learning/resources-screen.tsx")).ResourcesScreen }),
  },
  {
    path: "/learn",
    handle: { title: "Learn" },
    lazy: async () => ({ Component: (await import("#web/features/learning/learn-screen.tsx")).LearnScreen }),
  },
  {
    path: "/learn/:lessonId",
    handle: { title: "Lesson" },
    lazy: async () => ({ Component: (await import("#web/features/learning/lesson-screen.tsx")).LessonScreen }),
  },
  {
    path: "/operator/learning",
    handle: { title: "Teaching" },
    lazy: async () => ({ Component: (await import("#web/features/learning/teaching-screen.tsx")).TeachingScreen }),
  },
  {
    path: "/operator",
    handle: { title: "Operator" },
    lazy: async () => ({ Component: (await import("#web/features/operator/operator-screen.tsx")).OperatorScreen }),
  },
  {
    path: "/operator/people",
    handle: { title: "People" },
    lazy: async () => ({ Component: (await import("#web/features/operator/people-screen.tsx")).PeopleScreen }),
  },
  {
    path: "/operator/people/:personId",
    handle: { title: "Person" },
    lazy: async () => ({ Component: (await import("#web/features/operator/person-screen.tsx")).PersonScreen }),
  },
  {
    path: "/operator/log",
    handle: { title: "Log" },
    lazy: async () => ({ Component: (await import("#web/features/operator/log-screen.tsx")).LogScreen }),
  },
]

const product: RouteObject[] = [
  {
    lazy: async () => ({ Component: (await import("./marketing-frame.tsx")).MarketingFrame }),
    children: talking,
  },
  {
    lazy: async () => ({ Component: (await import("./auth-frame.tsx")).AuthFrame }),
    children: accountForms,
  },
  {
    lazy: async () => ({ Component: (await import("./bare-frame.tsx")).BareFrame }),
    children: [
      {
        path: "/verify-user",
        handle: { title: "Confirm your e-mail" },
        lazy: async () => ({ Component: (await import("#web/features/auth/verify-screen.tsx")).VerifyScreen }),
      },
      {
        path: "/certificate/:code",
        handle: { title: "Certificate" },
        lazy: async () => ({
          Component: (await import("#web/features/learning/certificate-screen.tsx")).CertificateScreen,
        }),
      },
      {
        path: "/auth/oauth2/success",
        handle: { title: "Sign in" },
        lazy: async () => ({
          Component: (await import("#web/features/auth/provider-return-screen.tsx")).ProviderReturnScreen,
        }),
      },
      {
        path: "/auth/magic-url",
        handle: { title: "Sign in" },
        lazy: async () => ({ Component: (await import("#web/features/auth/magic-link-screen.tsx")).MagicLinkScreen }),
      },
    ],
  },
  {
    lazy: async () => ({ Component: (await import("./studio-frame.tsx")).StudioFrame }),
    children: signedIn,
  },
  ...(import.meta.env.DEV || import.meta.env.VITE_PARTS_PAGE === "1"
    ? [
        {
          path: "/dev/ui",
          handle: { title: "Parts" },
          lazy: async () => ({ Component: (await import("#web/features/dev-ui/dev-ui-screen.tsx")).DevUiScreen }),
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
        lazy: async () => ({ Component: (await import("./marketing-frame.tsx")).MarketingFrame }),
        children: words,
      },
      {
        lazy: async () => ({ Component: (await import("./product-root.tsx")).createProductRoot() }),
        HydrateFallback: ProductWait,
        children: product,
      },
    ],
  },
])
