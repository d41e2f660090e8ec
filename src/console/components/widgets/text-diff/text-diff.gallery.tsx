import type { GalleryPage } from '../gallery.ts';
import { TextDiff } from './text-diff.tsx';

const BEFORE = 'receivers:\n  otlp:\nexporters:\n  debug:\n    verbosity: basic\n';

export default {
  title: 'Text difference',
  states: [
    {
      name: 'a changed line',
      render: () => <TextDiff label="Text" before={BEFORE} after={BEFORE.replace('basic', 'detailed')} />,
    },
    { name: 'too long', render: () => <TextDiff label="Text" before={'a\n'.repeat(6000)} after="b" /> },
  ],
} satisfies GalleryPage;
