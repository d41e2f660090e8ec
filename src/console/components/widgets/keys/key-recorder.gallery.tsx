import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { KeyRecorder } from './key-recorder.tsx';

function Recording({ initial, error }: { initial: string; error?: string }) {
  const [binding, setBinding] = useState(initial);
  return (
    <KeyRecorder
      label="New keys"
      help="Up to three keys one after the other."
      placeholder="Press keys"
      binding={binding}
      error={error}
      onPress={({ key }) => setBinding(key === 'Escape' ? '' : key.toLowerCase())}
    />
  );
}

export default {
  title: 'Key recorder',
  states: [
    { name: 'empty', render: () => <Recording initial="" /> },
    { name: 'one key', render: () => <Recording initial="mod+shift+z" /> },
    { name: 'a sequence', render: () => <Recording initial="g p x" /> },
    {
      name: 'refused by name',
      render: () => <Recording initial="e" error="'E' already belongs to 'Edit pipeline'" />,
    },
  ],
} satisfies GalleryPage;
