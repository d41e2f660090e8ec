import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import type { GalleryPage } from '../gallery.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { type ErrorDetails, ErrorDetailsDialog } from './error-details-dialog.tsx';

type Question = Omit<ConfirmDialogProps, 'open' | 'onAction' | 'onCancel'>;

function Asked({ question }: { question: Question }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <main>
      <Button onClick={() => setOpen(true)}>{question.title}</Button>
      <ConfirmDialog open={isOpen} {...question} onAction={close} onCancel={close} />
    </main>
  );
}

const asked = (name: string, question: Question) => ({
  name,
  isAlone: true,
  render: () => <Asked question={question} />,
});

const NAMES = Array.from({ length: 60 }, (_, index) => `k8s-audit-reduce-of-the-cluster-in-region-${index}`);

const DETAILS: ErrorDetails = {
  title: 'The pipeline could not be deployed',
  causes: ['The destination s3-audit refuses the key', 'The bucket was deleted'],
  resolutions: ['Enter the key of a user who may write', 'See that the bucket exists, then deploy again'],
  timestamp: new Date(2026, 0, 21, 14, 32, 8).getTime(),
  raw: `{"error":"AccessDenied","bucket":"s3-audit","request":"${'4f0c'.repeat(60)}"}`,
};

const detailed = (name: string, details: ErrorDetails) => ({
  name,
  isAlone: true,
  render: () => <ErrorDetailsDialog details={details} onClose={() => undefined} onCopied={() => undefined} />,
});

export default {
  title: 'Dialogs',
  states: [
    asked('info', {
      type: 'info',
      title: 'Deploy Pipeline',
      message: 'v15 of k8s-audit-reduce replaces v14.',
      actionLabel: 'Deploy',
    }),
    asked('alert', {
      type: 'alert',
      title: 'Discard Changes',
      message: 'k8s-audit-reduce has 3 unsaved changes. They are lost.',
      actionLabel: 'Discard 3 changes',
    }),
    asked('delete', {
      type: 'delete',
      title: 'Delete Pipelines',
      message: 'web-access and k8s-audit-reduce are stopped and deleted. This cannot be undone.',
      actionLabel: 'Delete 2 pipelines',
    }),
    asked('error', {
      type: 'error',
      title: 'Something went wrong',
      message: 'The console could not draw this page. Reload it.',
      actionLabel: 'Reload',
    }),
    asked('cancel only', {
      type: 'error',
      title: 'Cannot delete source',
      message: 'audit-in is used by 2 pipelines: web-access and k8s-audit-reduce. Remove it there first.',
      cancelLabel: 'Close',
    }),
    asked('with a long list', {
      type: 'delete',
      title: 'Delete Pipelines',
      message: 'These pipelines are stopped and deleted. This cannot be undone.',
      actionLabel: 'Delete 30 pipelines',
      children: (
        <ul>
          {NAMES.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ),
    }),
    detailed('error details', DETAILS),
    detailed('error details without causes', { ...DETAILS, causes: [], resolutions: [], raw: DETAILS.title }),
  ],
} satisfies GalleryPage;
