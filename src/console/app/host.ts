import { getErrorMessage } from '../../contract/values.ts';
import type { ApiError } from '../api/api-error.ts';
import type { ErrorOutcome } from '../api/error-policy.ts';
import { type PageProblem, pageProblem } from '../api/page-problem.ts';
import { queryClient } from '../api/query-client.ts';
import { openPalette } from '../commands/palette/open-palette.ts';
import type { CommandHost } from '../commands/runtime.ts';
import { ChunkLoadError } from '../components/widgets/lazy/lazy-code.ts';
import { copyText } from '../lib/copy-text.ts';
import { confirm } from '../state/confirm.ts';
import { endSession } from '../state/end-session.ts';
import { isHelpOpen } from '../state/shell-state.ts';
import { setTheme, themeStore } from '../state/theme.ts';
import { moveMoments, openTimePanel, resetTimeRange, selectTimeRange } from '../state/time-filter.ts';
import { notify, notifyCopied, sendToast, toastsActor } from '../state/toasts.ts';
import type { Actors } from '../state/types.ts';
import { registry } from './commands.ts';

const openErrorDetails = () => {
  const { toasts } = toastsActor.getSnapshot().context;
  const newest = toasts.findLast((toast) => toast.status === 'error') ?? toasts.at(-1);
  if (newest) sendToast.openDetails(newest.id);
};

async function openExplain(): Promise<void> {
  const { explainInForce } = await import('../components/explain/open-explain.ts');
  explainInForce();
}

export const createShellActors = (): Actors => ({
  notify,
  selectTimeRange,
  resetTimeRange,
  openTimePanel,
  explain: () => void openExplain(),
  selectSite: (siteId) =>
    void import('./site-change.ts').then(({ changeSite }) => changeSite(siteId), notifyPopupError),
  setTheme,
  theme: themeStore.get(),
  openPalette: () => openPalette(),
  openHelp: () => isHelpOpen.set(true),
  openErrorDetails,
  openHistory: sendToast.openHistory,
  logOut: () => void import('../state/session.ts').then(({ logOut }) => logOut()),
  hasErrorDetails: toastsActor.getSnapshot().context.toasts.length > 0,
  reload: () => {
    moveMoments();
    void queryClient.invalidateQueries();
  },
  copyText: (text) => void copyText(text).then(notifyCopied),
});

export const commandHost: CommandHost = {
  registry,
  ask: (id, args) => openPalette(id, args),
  refuse: (reason) => notify({ message: reason, status: 'warning' }),
  // Usage orders the palette; no caller waits for it.
  record: (id) =>
    void import('../commands/command-usage.ts').then(
      ({ commandUsage }) => commandUsage.record(id),
      () => undefined,
    ),
};

const FORBIDDEN = {
  type: 'error',
  title: 'Not authorized',
  message: 'You are not authorized to perform this action!',
  cancelLabel: 'Close',
} as const;

/** Runs once: stops all calls and clears the cache. */
function showProblem(problem: PageProblem): void {
  const isNew = pageProblem.get() !== problem;
  pageProblem.set(problem);
  if (isNew && problem === 'not-authorized') endSession();
}

export function showErrorOutcome(outcome: ErrorOutcome, error: ApiError): void {
  if (outcome === 'forbidden-modal') {
    void confirm(FORBIDDEN);
    // Permissions may have changed since they were read.
    void queryClient.invalidateQueries({ queryKey: ['getSession'] });
  } else if (outcome === 'toast') notify({ message: error.message, status: 'error', showTimestamp: true });
  else if (outcome !== 'ignore' && outcome !== 'silent') showProblem(outcome);
}

export function notifyPopupError(error: unknown): void {
  const reason = getErrorMessage(error);
  const what = error instanceof ChunkLoadError ? reason : `Something went wrong! ${reason}`;
  notify({ message: `${what}. Try again, or reload the page.`, status: 'error' });
}
