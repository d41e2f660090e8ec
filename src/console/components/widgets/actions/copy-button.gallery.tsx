import { useState } from 'react';
import { COPIED_TEXT, COPY_FAILED_TEXT } from '../../../lib/copy-text.ts';
import type { GalleryPage } from '../gallery.ts';
import { CopyButton } from './copy-button.tsx';

function Owner({ label, keys }: { label?: string; keys?: string }) {
  const [outcome, setOutcome] = useState('');
  return (
    <>
      <CopyButton
        text="300000000000000001"
        onOutcome={({ message }) => setOutcome(message)}
        {...(label ? { label } : {})}
        {...(keys ? { keys } : {})}
      />
      <p role="status">{outcome}</p>
    </>
  );
}

export default {
  title: 'Copy button',
  states: [
    { name: 'plain', render: () => <Owner /> },
    { name: 'with a name and a key', render: () => <Owner label="Copy the id of the pipeline" keys="y" /> },
    {
      name: 'what it says',
      render: () => (
        <ul>
          <li>{COPIED_TEXT}</li>
          <li>{COPY_FAILED_TEXT}</li>
        </ul>
      ),
    },
  ],
} satisfies GalleryPage;
