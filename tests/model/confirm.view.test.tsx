import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { confirmModel } from '../../machines/confirm/confirm.model.ts';
import { type ConfirmEvent, type ConfirmSnapshot, selectRequest } from '../../machines/confirm/index.ts';
import { defineModel } from '../../machines/model.ts';
import NoticeDialogs from '../../src/console/app/shell/notice-dialogs.tsx';
import { answerConfirm, confirm, confirmActor } from '../../src/console/state/confirm.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { framesDrawn } from './fake-clock.ts';

const model = defineModel(confirmModel);
type World = { user: UserEvent };

const drivers: Drivers<ConfirmEvent, World> = {
  'confirm.asked': async (_world, { request }) => {
    await act(async () => void confirm(request));
  },
  'confirm.accepted': async ({ user }) => {
    const { actionLabel } = selectRequest(confirmActor.getSnapshot())!;
    const action = screen.getByRole('button', { name: actionLabel! });
    act(() => action.focus());
    await user.keyboard('{Enter}');
  },
  'confirm.cancelled': ({ user }) => user.keyboard('{Escape}'),
};

type Shown = { title: string | undefined; focus: string | null | undefined };

const shown = (snapshot: ConfirmSnapshot): Shown => {
  const request = selectRequest(snapshot);
  if (!request) return { title: undefined, focus: undefined };
  const { type, title, actionLabel, cancelLabel = 'Cancel' } = request;
  return { title, focus: type === 'delete' || !actionLabel ? cancelLabel : actionLabel };
};

async function read(): Promise<Shown> {
  await framesDrawn();
  const dialog = screen.queryByRole('dialog');
  return {
    title: dialog?.querySelector('h1')?.textContent ?? undefined,
    focus: dialog?.contains(document.activeElement)
      ? document.activeElement?.firstChild?.textContent
      : undefined,
  };
}

test('the confirm dialog on screen through every transition, by keys alone [R2.8-59 … R2.8-61]', async () => {
  const paths = makePaths(model);
  const walked = await driveAll(paths, {
    drives: Object.keys(drivers),
    create: () => {
      answerConfirm.cancel();
      render(<NoticeDialogs />);
      const world: World = { user: userEvent.setup() };
      return { send: (event) => sendBy(drivers, world, event as ConfirmEvent), read, dispose: cleanup };
    },
    project: shown,
  });
  expect(walked).toBe(paths.edges.size);
});
