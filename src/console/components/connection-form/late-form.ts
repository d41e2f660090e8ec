import { createLateForm } from '../entity-form/late-form.tsx';

/** The form without its code: lists open before they need it. */
export const LateConnectionForm = createLateForm(async () => ({
  default: (await import('./ConnectionForm.tsx')).ConnectionForm,
}));
