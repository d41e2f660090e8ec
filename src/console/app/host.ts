import { confirm } from '../actors/confirm.ts';
import { isHelpOpen, type PageProblem, pageProblem } from '../actors/shell-state.ts';
import { setTheme, themeStore } from '../actors/theme.ts';
import { moveTimeSpans, openTimePanel, resetTimeRange, selectTimeRange } from '../actors/time-filter.ts';
import { notify, sendToast, toastsActor } from '../actors/toasts.ts';
import type { Actors } from '../actors/types.ts';
import type { ApiError } from '../api/api-error.ts';
import type { ErrorOutcome } from '../api/error-policy.ts';
import { queryClient } from '../api/query-client.ts';
import { openPalette } from '../commands/palette/open-palette.ts';
import type { CommandHost } from '../commands/runtime.ts';
import { ChunkLoadError } from '../widgets/lazy/lazy-code.ts';
import { registry } from './commands.ts';
import { endSession } from './end-session.ts';

const openErrorDetails = () => {
  const { toasts } = toastsActor.getSnapshot().context;
  const newest = toasts.findLast((toast) => toast.status === 'error') ?? toasts.at(-1);
  if (newest) sendToast.openDetails(newest.id);
};

async function openExplain(): Promise<void> {
  const { explainInForce } = await import('../parts/explain/open-explain.ts');
  explainInForce();
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ message: 'Text copied successfully', status: 'success' });
  } catch {
    notify({
      message: 'The browser did not allow copying. Copy it from the address bar.',
      status: 'warning',
    });
  }
}

/** The events that commands send to the actors of the shell. */
export const shellActors = (): Actors => ({
  notify,
  selectTimeRange,
  resetTimeRange,
  openTimePanel,
  explain: () => void openExplain(),
  selectSite: (siteId) =>
    void import('./site-change.ts').then(({ changeSite }) => changeSite(siteId), tellPopupError),
  setTheme,
  theme: themeStore.get(),
  openPalette: () => openPalette(),
  openHelp: () => isHelpOpen.set(true),
  openErrorDetails,
  openHistory: sendToast.openHistory,
  logOut: () => void import('./session.ts').then(({ logOut }) => logOut()),
  hasErrorDetails: toastsActor.getSnapshot().context.toasts.length > 0,
  reload: () => {
    moveTimeSpans();
    void queryClient.invalidateQueries();
  },
  copyText: (text) => void copyText(text),
});

export const commandHost: CommandHost = {
  registry,
  ask: (id, args) => openPalette(id, args),
  refuse: (reason) => notify({ message: reason, status: 'warning' }),
  // It orders the palette: nobody waits for it.
  record: (id) =>
    void import('../actors/command-usage.ts').then(
      ({ commandUsage }) => commandUsage.record(id),
      () => undefined,
    ),
};

/** R6-42, R6-43: a write the user may not do. */
const FORBIDDEN = {
  type: 'error',
  title: 'Not authorized',
  message: 'You are not authorized to perform this action!',
  cancelLabel: 'Close',
} as const;

/** Without a session no more is asked; what was read is forgotten, once (R6-38 … R6-40). */
function showProblem(problem: PageProblem): void {
  const isNew = pageProblem.get() !== problem;
  pageProblem.set(problem);
  if (isNew && problem === 'not-authorized') endSession();
}

/** Shows the outcome of a failed call (E19). */
export function showErrorOutcome(outcome: ErrorOutcome, error: ApiError): void {
  if (outcome === 'forbidden-modal') {
    void confirm(FORBIDDEN);
    // What is granted was changed since it was read.
    void queryClient.invalidateQueries({ queryKey: ['getSession'] });
  } else if (outcome === 'toast') notify({ message: error.message, status: 'error', showTimestamp: true });
  else if (outcome !== 'ignore' && outcome !== 'silent') showProblem(outcome);
}

/** A popup that broke, or whose code did not come (R8-62). */
export function tellPopupError(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const what = error instanceof ChunkLoadError ? reason : `Something went wrong! ${reason}`;
  notify({ message: `${what}. Try again, or reload the page.`, status: 'error' });
}
