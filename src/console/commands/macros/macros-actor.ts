import { createActor, fromPromise } from 'xstate';
import {
  type MacrosSnapshot,
  macrosMachine,
  type StepInput,
  type StepOutcome,
  selectRecordedCount,
  selectRun,
} from '../../../../machines/macros/index.ts';
import { formatErrorText } from '../../../contract/errors.ts';
import { NOTIFICATION_TITLE_MAX_LENGTH } from '../../../contract/limits.ts';
import { callsUnderWay } from '../../api/call-api.ts';
import { notify } from '../../state/toasts.ts';
import { getListedTitle } from '../keys/key-map.ts';
import { liveScopes } from '../live-scopes.ts';
import { isPaletteWanted } from '../palette/open-palette.ts';
import { changePreferences } from '../preferences/preferences.ts';
import { isInScope } from '../registry.ts';
import {
  addCommandRanListener,
  attemptCommand,
  commandContext,
  getCommandHost,
  runCommand,
} from '../runtime.ts';
import { type MacroStatus, macroStatus } from './macro-status.ts';

const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 250 });
    else setTimeout(resolve, 50);
  });

const isSettled = (): boolean =>
  commandContext.get().path === window.location.pathname && callsUnderWay.get() === 0;

/** Waits until the screen matches the address, no call is in flight and the browser is idle. */
async function waitUntilSettled(signal: AbortSignal): Promise<void> {
  const stops: (() => void)[] = [];
  try {
    do {
      if (!isSettled())
        await new Promise<void>((resolve) => {
          const look = () => isSettled() && resolve();
          stops.push(callsUnderWay.subscribe(look), commandContext.subscribe(look));
          signal.addEventListener('abort', () => resolve());
        });
      await waitUntilIdle();
    } while (!isSettled() && !signal.aborted);
  } finally {
    for (const stop of stops) stop();
  }
}

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"],[role="alertdialog"]') !== null;

/** Runs a step like a user would, if its screen is open and no dialog waits. */
async function attemptStep({ step }: StepInput): Promise<StepOutcome> {
  const { registry } = getCommandHost();
  if (!registry.command(step.commandId)) await registry.complete().catch(() => undefined);
  const command = registry.command(step.commandId);
  if (!command) return { kind: 'refused', reason: 'There is no such command', isFinal: true };
  if (isDialogOpen()) return { kind: 'refused', reason: 'A dialog waits for your answer' };
  if (!command.everywhere && !isInScope(command, commandContext.get()))
    return { kind: 'refused', reason: 'Its screen is not open' };
  return attemptCommand(step.commandId, step.args, 'macro');
}

export const macrosActor = createActor(
  macrosMachine.provide({
    actors: {
      settle: fromPromise<void>(({ signal }) => waitUntilSettled(signal)),
      attempt: fromPromise<StepOutcome, StepInput>(({ input }) => attemptStep(input)),
    },
  }),
);

function toMacroStatus(snapshot: MacrosSnapshot): MacroStatus {
  const run = selectRun(snapshot);
  if (run) return { mode: 'running', name: run.name, step: run.step, of: run.of };
  if (snapshot.matches('recording')) return { mode: 'recording', count: selectRecordedCount(snapshot) };
  if (snapshot.matches('naming')) return { mode: 'unnamed', count: selectRecordedCount(snapshot) };
  return { mode: 'idle' };
}

macrosActor.subscribe((snapshot) => {
  const next = toMacroStatus(snapshot);
  const former = macroStatus.get();
  if (JSON.stringify(next) === JSON.stringify(former)) return;
  macroStatus.set(next);
  // Opens the palette to ask for the name.
  if (next.mode === 'unnamed' && former.mode === 'recording') runCommand('macros.name');
});

macrosActor.on('macro.recorded', ({ macro }) => {
  changePreferences({ kind: 'macroPut', macro });
  notify({ message: `Macro '${macro.name}' recorded`, status: 'success' });
});
macrosActor.on('macro.nothingRecorded', () =>
  notify({ message: 'No command was run, so no macro was recorded', status: 'info' }),
);
macrosActor.on('macro.done', ({ macro }) =>
  notify({ message: `Macro '${macro.name}' is done`, status: 'success' }),
);
macrosActor.on('macro.stopped', ({ macro, step, stepId, reason }) => {
  const command = getCommandHost().registry.command(stepId);
  const title = command ? getListedTitle(command) : stepId;
  const where = `stopped at step ${step} of ${macro.steps.length}, '${title}': ${reason}`;
  const full = `Macro '${macro.name}' ${where}`;
  // Toasts truncate long titles, and the step and reason matter more than the name.
  const message =
    full.length > NOTIFICATION_TITLE_MAX_LENGTH
      ? formatErrorText({ title: `Macro ${where}`, causes: [full], resolutions: [] })
      : full;
  notify({ message, status: 'error' });
});
macrosActor.start();

addCommandRanListener(({ id, args, source }) => {
  const snapshot = macrosActor.getSnapshot();
  const command = getCommandHost().registry.command(id);
  const { macro, at } = snapshot.context;
  if (snapshot.matches({ running: 'asking' }) && macro?.steps[at]?.commandId === id)
    macrosActor.send({ type: 'review.confirmed' });
  else if (source !== 'macro' && command?.isRecorded !== false)
    macrosActor.send({ type: 'command.ran', commandId: id, args: { ...args } });
});

// A confirmed command runs two frames after the palette closes. If none has run by then, the user canceled.
isPaletteWanted.subscribe(() => {
  if (isPaletteWanted.get() || !macrosActor.getSnapshot().matches({ running: 'asking' })) return;
  const step = macrosActor.getSnapshot().context.at;
  setTimeout(() => {
    const now = macrosActor.getSnapshot();
    if (now.context.at === step && now.matches({ running: 'asking' }) && !isPaletteWanted.get())
      macrosActor.send({ type: 'review.declined' });
  }, 100);
});

const sendContextChanged = () => macrosActor.send({ type: 'context.changed' });
commandContext.subscribe(sendContextChanged);
liveScopes.subscribe(sendContextChanged);
