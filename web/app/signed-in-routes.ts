import type { ComponentType } from "react"
import type { RouteObject } from "react-router"
import { messages } from "#contract/messages.ts"
import type { consoleScreens } from "./console-screens.ts"

/** Loads a screen of the console, which only operators see. */
function consoleScreen(name: keyof typeof consoleScreens): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: await (await import("./console-screens.ts")).consoleScreens[name]() })
}

/** What only people who are signed in see; the studio's frame stands around it. */
export const signedInRoutes: RouteObject[] = [
  {
    path: "/app",
    handle: { title: "Dashboard" },
    lazy: async () => ({
      Component: (await import("#web/features/identity/dashboard/dashboard-screen.tsx")).DashboardScreen,
    }),
  },
  {
    path: "/generations",
    handle: { title: "Generate" },
    lazy: () => import("#web/features/studio/generator/modes-screen.tsx"),
  },
  {
    path: "/generations/flux",
    handle: { title: "Image generator" },
    lazy: () => import("#web/features/studio/generator/generator-screen.tsx"),
  },
  {
    path: "/generations/flux/lora",
    handle: { title: "Style generator" },
    lazy: () => import("#web/features/studio/generator/generator-screen.tsx"),
  },
  {
    path: "/generations/photo-upscaling",
    handle: { title: "Photo Upscaling" },
    lazy: () => import("#web/features/studio/photos/upscaling-screen.tsx"),
  },
  {
    path: "/generations/bg-remover",
    handle: { title: "Background Remover" },
    lazy: () => import("#web/features/studio/photos/bg-remover-screen.tsx"),
  },
  {
    path: "/generations/cut-out",
    handle: { title: "Cut-out" },
    lazy: () => import("#web/features/studio/photos/cut-out-screen.tsx"),
  },
  {
    path: "/generations/batch",
    handle: { title: "Batch" },
    lazy: () => import("#web/features/studio/photos/batch-screen.tsx"),
  },
  {
    path: "/share",
    handle: { title: "Shared with us" },
    lazy: () => import("#web/features/studio/photos/share-screen.tsx"),
  },
  {
    path: "/generations/scene",
    handle: { title: "Scene" },
    lazy: () => import("#web/features/studio/photos/scene-screen.tsx"),
  },
  {
    path: "/generations/image-to-prompt",
    handle: { title: "Image to prompt" },
    lazy: () => import("#web/features/studio/photos/image-to-prompt-screen.tsx"),
  },
  {
    path: "/generations/export",
    handle: { title: "Download for…" },
    lazy: () => import("#web/features/studio/photos/export-screen.tsx"),
  },
  {
    path: "/generations-image",
    handle: { title: "Your model" },
    lazy: () => import("#web/features/studio/generator/own-model-screen.tsx"),
  },
  {
    path: "/training",
    handle: { title: messages.trainingTitle },
    lazy: () => import("#web/features/studio/models/training-screen.tsx"),
  },
  {
    path: "/training-dataset",
    handle: { title: messages.modelsTitle },
    lazy: () => import("#web/features/studio/models/my-models-screen.tsx"),
  },
  {
    path: "/demotraining",
    handle: { title: "Demo training" },
    lazy: async () => ({ Component: (await import("#web/features/studio/models/demo-screens.tsx")).DemoTraining }),
  },
  {
    path: "/demogenerate",
    handle: { title: "Demo generator" },
    lazy: async () => ({ Component: (await import("#web/features/studio/models/demo-screens.tsx")).DemoGenerate }),
  },
  {
    path: "/explore",
    handle: { title: messages.exploreTitle },
    lazy: () => import("#web/features/public/explore/explore-screen.tsx"),
  },
  {
    path: "/category/:slug",
    handle: { title: "Category" },
    lazy: () => import("#web/features/public/explore/category-screen.tsx"),
  },
  {
    path: "/photoshoot-gallery",
    handle: { title: messages.shootsTitle },
    lazy: () => import("#web/features/studio/galleries/photoshoot-gallery-screen.tsx"),
  },
  {
    path: "/lora-gallery",
    handle: { title: "Styles and models" },
    lazy: () => import("#web/features/studio/galleries/lora-gallery-screen.tsx"),
  },
  {
    path: "/photo-gallery",
    handle: { title: messages.galleryTitle },
    lazy: () => import("#web/features/studio/galleries/photo-gallery-screen.tsx"),
  },
  {
    path: "/photo-gallery/albums",
    handle: { title: "Albums" },
    lazy: () => import("#web/features/studio/galleries/albums-screen.tsx"),
  },
  {
    path: "/photo-gallery/albums/:albumId",
    handle: { title: "Album" },
    lazy: () => import("#web/features/studio/galleries/album-screen.tsx"),
  },
  {
    path: "/photo-gallery/trash",
    handle: { title: "Trash" },
    lazy: () => import("#web/features/studio/galleries/trash-screen.tsx"),
  },
  {
    path: "/shelf",
    handle: { title: "Shelf" },
    lazy: () => import("#web/features/studio/shelf/shelf-screen.tsx"),
  },
  {
    path: "/shelf/shop",
    handle: { title: "Shop" },
    lazy: () => import("#web/features/studio/shelf/shop-screen.tsx"),
  },
  {
    path: "/shelf/help",
    handle: { title: "Selling from your shelf" },
    lazy: () => import("#web/features/studio/shelf/help-screen.tsx"),
  },
  {
    path: "/shelf/table",
    handle: { title: "Products from a spreadsheet" },
    lazy: () => import("#web/features/studio/shelf/table-screen.tsx"),
  },
  {
    path: "/shelf/:productId",
    handle: { title: "Product" },
    lazy: () => import("#web/features/studio/shelf/product-screen.tsx"),
  },
  {
    path: "/credits-billing",
    handle: { title: "Buy credits" },
    lazy: async () => ({ Component: (await import("#web/features/money/billing/credits-screen.tsx")).CreditsScreen }),
  },
  {
    path: "/billing",
    handle: { title: "Application fee" },
    lazy: async () => ({
      Component: (await import("#web/features/money/billing/application-fee-screen.tsx")).ApplicationFeeScreen,
    }),
  },
  {
    path: "/payment/:txRef",
    handle: { title: "Your order" },
    lazy: async () => ({ Component: (await import("#web/features/money/billing/payment-screen.tsx")).PaymentScreen }),
  },
  {
    path: "/payment/:txRef/receipt",
    handle: { title: "Receipt" },
    lazy: async () => ({ Component: (await import("#web/features/money/billing/receipt-screen.tsx")).ReceiptScreen }),
  },
  {
    path: "/assessment",
    handle: { title: "Assessment" },
    lazy: async () => ({
      Component: (await import("#web/features/academy/admissions/assessment-screen.tsx")).AssessmentScreen,
    }),
  },
  {
    path: "/interview",
    handle: { title: "Interview" },
    lazy: async () => ({
      Component: (await import("#web/features/academy/admissions/interview-screen.tsx")).InterviewScreen,
    }),
  },
  {
    path: "/tuition",
    handle: { title: "Tuition" },
    lazy: async () => ({
      Component: (await import("#web/features/academy/admissions/tuition-screen.tsx")).TuitionScreen,
    }),
  },
  {
    path: "/account",
    handle: { title: "My account" },
    lazy: async () => ({
      Component: (await import("#web/features/identity/account/account-screen.tsx")).AccountScreen,
    }),
  },
  {
    path: "/study-kits",
    handle: { title: "Study kit" },
    lazy: async () => ({
      Component: (await import("#web/features/academy/learning/study-kits-screen.tsx")).StudyKitsScreen,
    }),
  },
  {
    path: "/program-resources",
    handle: { title: "Program resources" },
    lazy: async () => ({
      Component: (await import("#web/features/academy/learning/resources-screen.tsx")).ResourcesScreen,
    }),
  },
  {
    path: "/learn",
    handle: { title: "Learn" },
    lazy: async () => ({ Component: (await import("#web/features/academy/learning/learn-screen.tsx")).LearnScreen }),
  },
  {
    path: "/learn/discussion",
    handle: { title: "Discussion" },
    lazy: async () => ({
      Component: (await import("#web/features/academy/learning/threads/discussion-screen.tsx")).DiscussionScreen,
    }),
  },
  {
    path: "/learn/discussion/:threadId",
    handle: { title: "Thread" },
    lazy: async () => ({
      Component: (await import("#web/features/academy/learning/threads/thread-screen.tsx")).ThreadScreen,
    }),
  },
  {
    path: "/learn/:lessonId",
    handle: { title: "Lesson" },
    lazy: async () => ({ Component: (await import("#web/features/academy/learning/lesson-screen.tsx")).LessonScreen }),
  },
  {
    lazy: consoleScreen("OperatorFrame"),
    children: [
      {
        path: "/operator/admissions",
        lazy: consoleScreen("AdminFrame"),
        children: [
          {
            index: true,
            handle: { title: "Applications" },
            lazy: consoleScreen("BoardScreen"),
          },
          {
            path: "applications/:id",
            handle: { title: "Application" },
            lazy: consoleScreen("ApplicationScreen"),
          },
          {
            path: "marking",
            handle: { title: "Marking" },
            lazy: consoleScreen("MarkingScreen"),
          },
          {
            path: "marking/:id",
            handle: { title: "Assessment" },
            lazy: consoleScreen("MarkSheetScreen"),
          },
          {
            path: "slots",
            handle: { title: "Interviews" },
            lazy: consoleScreen("SlotsScreen"),
          },
          {
            path: "cohorts",
            handle: { title: "Cohorts" },
            lazy: consoleScreen("CohortsScreen"),
          },
        ],
      },
      {
        path: "/operator/learning",
        handle: { title: "Teaching" },
        lazy: consoleScreen("TeachingScreen"),
      },
      {
        path: "/operator",
        handle: { title: "Today" },
        lazy: consoleScreen("OperatorScreen"),
      },
      {
        path: "/operator/people",
        handle: { title: "People" },
        lazy: consoleScreen("PeopleScreen"),
      },
      {
        path: "/operator/people/:personId",
        handle: { title: "Person" },
        lazy: consoleScreen("PersonScreen"),
      },
      {
        path: "/operator/orders",
        handle: { title: "Orders" },
        lazy: consoleScreen("OrdersScreen"),
      },
      {
        path: "/operator/orders/:txRef",
        handle: { title: "Order" },
        lazy: consoleScreen("OrderScreen"),
      },
      {
        path: "/operator/codes",
        handle: { title: "Codes and prices" },
        lazy: consoleScreen("CodesScreen"),
      },
      {
        path: "/operator/team",
        handle: { title: "Team" },
        lazy: consoleScreen("TeamScreen"),
      },
      {
        path: "/operator/messages",
        handle: { title: "Messages" },
        lazy: consoleScreen("MessagesScreen"),
      },
      {
        path: "/operator/contracts",
        handle: { title: "Contracts" },
        lazy: consoleScreen("EngagementsScreen"),
      },
      {
        path: "/operator/review",
        handle: { title: "Review" },
        lazy: consoleScreen("ReviewScreen"),
      },
      {
        path: "/operator/shops",
        handle: { title: "Shops" },
        lazy: consoleScreen("ShopsScreen"),
      },
      {
        path: "/operator/words",
        handle: { title: "Words" },
        lazy: consoleScreen("WordsScreen"),
      },
      {
        path: "/operator/runs",
        handle: { title: "Runs" },
        lazy: consoleScreen("RunsScreen"),
      },
      {
        path: "/operator/letters",
        handle: { title: "Letters" },
        lazy: consoleScreen("EmailsScreen"),
      },
      {
        path: "/operator/status",
        handle: { title: "Status page" },
        lazy: consoleScreen("StatusNotesScreen"),
      },
      {
        path: "/operator/crashes",
        handle: { title: "Crashes" },
        lazy: consoleScreen("CrashesScreen"),
      },
      {
        path: "/operator/settings",
        handle: { title: "Settings" },
        lazy: consoleScreen("SettingsScreen"),
      },
      {
        path: "/operator/log",
        handle: { title: "Log" },
        lazy: consoleScreen("LogScreen"),
      },
    ],
  },
]
