import type { GalleryPage } from '../gallery.ts';
import { KeySequence } from './key-chip.tsx';

const BINDINGS = ['e', 'mod+k', 'g p', 'Space', 'shift+d', 'mod+shift+z', 'delete', 'arrowup', 'f2', '?'];

const Row = ({ variant }: { variant?: 'plain' | 'ghost' | 'pending' | 'off' | 'disabled' }) => (
  <span style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
    {BINDINGS.map((binding) => (
      <KeySequence key={binding} binding={binding} {...(variant ? { variant } : {})} />
    ))}
  </span>
);

export default {
  title: 'Key chip',
  states: [
    { name: 'plain', render: () => <Row /> },
    { name: 'ghost', render: () => <Row variant="ghost" /> },
    { name: 'pending', render: () => <Row variant="pending" /> },
    { name: 'off', render: () => <Row variant="off" /> },
    {
      name: 'disabled',
      render: () => (
        <div role="group" aria-label="Commands that cannot run now" aria-disabled="true">
          <Row variant="disabled" />
        </div>
      ),
    },
    { name: 'large', render: () => <KeySequence binding="g p" large /> },
  ],
} satisfies GalleryPage;
