import { render } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import {
  ConfirmDialog,
  type ConfirmDialogProps,
} from '../../src/console/components/widgets/dialogs/confirm-dialog.tsx';
import { recordTranscript } from '../harness/screen-reader.ts';

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

const heard = (question: Question, toOther: string[]) => {
  render(<Owner question={question} />);
  return recordTranscript(['{Tab}', '{Enter}', ...toOther, '{Escape}']);
};
const BACK = '{Shift>}{Tab}{/Shift}';

describe('screen reader on a question: name, consequence, button and focus', () => {
  test('info: the act has the focus [R2.8-60]', async () => {
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

  test('alert: the act has the focus [R2.8-60]', async () => {
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

  test('delete: Cancel has the focus [R2.8-59]', async () => {
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

  test('error: the act has the focus [R2.8-60]', async () => {
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

  test('cancel only: there is one way out [R2.8-61]', async () => {
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
