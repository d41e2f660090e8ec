import type { GalleryPage } from '../gallery.ts';
import { createNamedOptions, LONG, STATUSES } from './filters.gallery-data.ts';
import { OwnedSingle } from './gallery-owners.tsx';

export default {
  title: 'Single select',
  states: [
    { name: 'no options', render: () => <OwnedSingle options={[]} /> },
    {
      name: '3 options, one chosen',
      render: () => <OwnedSingle label="Status" options={STATUSES} initial={['error']} />,
    },
    { name: '10 options', render: () => <OwnedSingle options={createNamedOptions(10)} /> },
    { name: '11 options', render: () => <OwnedSingle options={createNamedOptions(11)} initial={['id-9']} /> },
    { name: '60 options', render: () => <OwnedSingle options={createNamedOptions(60)} /> },
    {
      name: '500 options',
      render: () => <OwnedSingle options={createNamedOptions(500)} initial={['id-499']} />,
    },
    { name: 'long labels', render: () => <OwnedSingle options={LONG} initial={['long']} /> },
    { name: 'loading', render: () => <OwnedSingle options={[]} isLoading initial={['id-1']} /> },
    {
      name: 'disabled with its reason',
      render: () => (
        <OwnedSingle options={createNamedOptions(3)} disabledReason="The sources could not be read" />
      ),
    },
  ],
} satisfies GalleryPage;
