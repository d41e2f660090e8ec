import { render } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from '../../src/console/widgets/dialogs/confirm-dialog.tsx';
import { transcript } from '../harness/screen-reader.ts';

type Question = Omit<ConfirmDialogProps, 'open' | 'onAction' | 'onCancel'>;

function Owner({ question }: { question: Question }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <ConfirmDialog open={isOpen} {...question} onAction={close} onCancel={close} />
    </>
  );
}

/** Opened by its button, walked through, and left by Escape. */
const heard = (question: Question, toOther: string[]) => {
  render(<Owner question={question} />);
  return transcript(['{Tab}', '{Enter}', ...toOther, '{Escape}']);
};
const BACK = '{Shift>}{Tab}{/Shift}';

describe('what a screen reader says of a question: its name, what happens, the button, and where it returns', () => {
  test('R2.8-60 info: the act has the focus', async () => {
    expect(
      await heard(
        {
          type: 'info',
          title: 'Deploy Pipeline',
          message: 'v15 replaces v14.',
          actionLabel: 'Deploy',
        },
        [BACK],
      ),
    ).toMatchInlineSnapshot(`
      [
        "{Tab} → button, Ask",
        "{Enter} → dialog, Deploy Pipeline, v15 replaces v14. | button, Deploy, key shortcuts Enter",
        "{Shift>}{Tab}{/Shift} → button, Cancel, key shortcuts Escape",
        "{Escape} → button, Ask",
      ]
    `);
  });

  test('R2.8-60 alert: the act has the focus', async () => {
    expect(
      await heard(
        {
          type: 'alert',
          title: 'Discard Changes',
          message: '3 changes are lost.',
          actionLabel: 'Discard 3 changes',
        },
        [BACK],
      ),
    ).toMatchInlineSnapshot(`
      [
        "{Tab} → button, Ask",
        "{Enter} → dialog, Discard Changes, 3 changes are lost. | button, Discard 3 changes, key shortcuts Enter",
        "{Shift>}{Tab}{/Shift} → button, Cancel, key shortcuts Escape",
        "{Escape} → button, Ask",
      ]
    `);
  });

  test('R2.8-59 delete: Cancel has the focus', async () => {
    expect(
      await heard(
        {
          type: 'delete',
          title: 'Delete Pipelines',
          message: 'web-1 and web-2 are deleted.',
          actionLabel: 'Delete 2 pipelines',
        },
        ['{Tab}'],
      ),
    ).toMatchInlineSnapshot(`
      [
        "{Tab} → button, Ask",
        "{Enter} → dialog, Delete Pipelines, web-1 and web-2 are deleted. | button, Cancel, key shortcuts Escape",
        "{Tab} → button, Delete 2 pipelines",
        "{Escape} → button, Ask",
      ]
    `);
  });

  test('R2.8-60 error: the act has the focus', async () => {
    expect(
      await heard(
        {
          type: 'error',
          title: 'Something went wrong',
          message: 'Reload the page.',
          actionLabel: 'Reload',
        },
        [BACK],
      ),
    ).toMatchInlineSnapshot(`
      [
        "{Tab} → button, Ask",
        "{Enter} → dialog, Something went wrong, Reload the page. | button, Reload, key shortcuts Enter",
        "{Shift>}{Tab}{/Shift} → button, Cancel, key shortcuts Escape",
        "{Escape} → button, Ask",
      ]
    `);
  });

  test('R2.8-61 cancel only: there is one way out', async () => {
    expect(
      await heard(
        {
          type: 'error',
          title: 'Cannot delete source',
          message: 'audit-in is used by 2 pipelines.',
          cancelLabel: 'Close',
        },
        [],
      ),
    ).toMatchInlineSnapshot(`
      [
        "{Tab} → button, Ask",
        "{Enter} → dialog, Cannot delete source, audit-in is used by 2 pipelines. | button, Close, key shortcuts Escape",
        "{Escape} → button, Ask",
      ]
    `);
  });
});
