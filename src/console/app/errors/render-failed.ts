export const RENDER_FAILED = {
  title: 'Oops, something went wrong!',
  message: 'Please reload this page to continue.',
  actionLabel: 'Reload',
} as const;
