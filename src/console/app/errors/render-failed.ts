/** Words of the modal for a console that broke while rendering (R8-09 … R8-11). */
export const RENDER_FAILED = {
  title: 'Oops, something went wrong!',
  message: 'Please reload this page to continue.',
  actionLabel: 'Reload',
} as const;
