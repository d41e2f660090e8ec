export const POPUPS = {
  palette: () => import('../components/palette/PaletteDialog.tsx'),
  help: () => import('./help/HelpDialog.tsx'),
  tour: () => import('../views/tour/Tour.tsx'),
  explain: () => import('../components/explain/ExplainDialog.tsx'),
  noticeDialogs: () => import('./shell/notice-dialogs.tsx'),
  siteList: () => import('./shell/site-list.tsx'),
  drawer: () => import('./shell/drawer.tsx'),
} as const;
