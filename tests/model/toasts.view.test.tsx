import { act, cleanup, render, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineModel } from '../../machines/model.ts';
import type { ToastsEvent, ToastsSnapshot } from '../../machines/toasts/index.ts';
import { savedToast, stayingToast, toastsModel } from '../../machines/toasts/toasts.model.ts';
import { globalCommands } from '../../src/console/app/global.commands.ts';
import NoticeDialogs from '../../src/console/app/shell/notice-dialogs.tsx';
import { Notices } from '../../src/console/app/shell/popups.tsx';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, runCommand, setContextBase } from '../../src/console/commands/runtime.ts';
import { notify, sendToast, toastsActor } from '../../src/console/state/toasts.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { noticeTitle } from '../../src/contract/errors.ts';
import { TOAST_DISMISS_MS } from '../../src/contract/limits.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { fakeClock, fakeClockUser, framesDrawn, passTime, realClock } from './fake-clock.ts';

/** Two lines, so that each toast offers details. */
const long = <T extends { message: string }>(toast: T): T => ({
  ...toast,
  message: `${toast.message}\nLine two`,
});
const BEHIND_DIALOG: string[] = ['toast.close', 'toast.hold', 'toast.release'];
const opensDialog = (type: string) => type === 'toast.details.open' || type === 'history.open';
const model = defineModel({
  ...toastsModel,
  // The modal dialog makes toasts unreachable.
  explore: (snapshot, event) =>
    (toastsModel.explore?.(snapshot, event) ?? true) &&
    !(!snapshot.matches('showing') && BEHIND_DIALOG.includes(event.type)) &&
    // Hold reasons change as the dialog takes focus; not tested here.
    !(opensDialog(event.type) && snapshot.context.toasts.some(({ heldBy }) => heldBy.length > 0)) &&
    // Two toasts at once are left to the machine's test, except their order.
    (snapshot.context.nextNumber <= 2 || event.type === 'toast.close' || event.type === 'clock.ticked') &&
    // Toasts during a dialog are left to the machine's test.
    !(event.type === 'toast.notify' && !snapshot.matches('showing')) &&
    // Escape closes the details before the history.
    !(event.type === 'history.close' && snapshot.matches({ history: 'details' })) &&
    // A closed toast opens from the history only.
    (event.type !== 'toast.details.open' ||
      !snapshot.matches('showing') ||
      snapshot.context.toasts.some(({ id }) => id === 'toast-1')),
  vocabulary: toastsModel.vocabulary.map((event) =>
    event.type === 'toast.notify' && 'toast' in event ? { ...event, toast: long(event.toast) } : event,
  ),
});

beforeEach(() => {
  fakeClock();
  const actors = { hasErrorDetails: true, openHistory: sendToast.openHistory } as Actors;
  installCommands({
    registry: createRegistry(globalCommands, []),
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  setContextBase({ path: '/', search: '', navigate: () => undefined, site: undefined, sites: [], actors });
});
afterEach(realClock);

type World = { user: UserEvent; first: () => HTMLElement; firstMessage?: string };
const button = (within_: HTMLElement, name: string) => within(within_).getByRole('button', { name });

const drivers: Drivers<ToastsEvent, World> = {
  'toast.notify': (world, { toast }) => {
    world.firstMessage ??= noticeTitle(toast.message);
    act(() => notify(toast));
  },
  'toast.close': ({ user, first }) => user.click(button(first(), 'Close notification')),
  'toast.hold': ({ user, first }, { by }) =>
    by === 'pointer' ? user.hover(first()) : act(() => button(first(), 'Close notification').focus()),
  'toast.release': ({ user, first }, { by }) =>
    by === 'pointer' ? user.unhover(first()) : act(() => button(first(), 'Close notification').blur()),
  'toast.details.open': async ({ user, first, firstMessage }) => {
    const history = screen.queryByRole('dialog', { name: 'Notifications' });
    if (history) {
      // Newest first: the first match belongs to this path.
      const name = `Show error details of ${firstMessage}`;
      return user.click(within(history).getAllByRole('button', { name })[0]!);
    }
    const toast = first();
    await user.click(button(toast, 'Show error details'));
    // Pressing hovers the toast, so unhover it.
    await user.unhover(toast);
  },
  'toast.details.close': ({ user }) => user.keyboard('{Escape}'),
  'history.open': () => act(() => runCommand('console.notifications')),
  'history.close': ({ user }) => user.keyboard('{Escape}'),
  'clock.ticked': () => passTime(TOAST_DISMISS_MS),
};

const shown = ({ context }: ToastsSnapshot) => ({
  toasts: context.toasts.map(({ message }) => message.split('\n')[0]),
  details: context.detailsOf ? [context.detailsOf.message.split('\n')[0]] : [],
});

async function read() {
  await framesDrawn();
  const messages = [savedToast.message, stayingToast.message];
  const textOf = (element: HTMLElement) =>
    messages.find((message) => element.textContent?.includes(message)) ?? element.textContent;
  const region = screen.getByRole('region', { name: 'Notifications', hidden: true });
  return {
    toasts: within(region)
      .queryAllByRole('listitem', { hidden: true })
      .map((item) => textOf(item)),
    details: screen.queryAllByRole('dialog', { name: 'Error Details' }).map((dialog) => textOf(dialog)),
  };
}

test('every transition on screen: close, hold, details and the clock [E13]', async () => {
  const paths = makePaths(model);
  const walked = await driveAll(paths, {
    drives: Object.keys(drivers),
    create: () => {
      for (const { id } of toastsActor.getSnapshot().context.toasts) sendToast.close(id);
      sendToast.closeDetails();
      render(
        <>
          <Notices />
          <NoticeDialogs />
        </>,
      );
      const world: World = {
        user: fakeClockUser(),
        // The model's first toast is the oldest of this path on screen.
        first: () => screen.getAllByRole('listitem', { hidden: true })[0]!,
      };
      return {
        send: (event) => sendBy(drivers, world, event as ToastsEvent),
        read,
        dispose: cleanup,
      };
    },
    project: shown,
  });
  expect(walked).toBe(paths.edges.size);
}, 300_000);
