import type { GalleryPage } from '../gallery.ts';
import { createNamedOptions, LONG, STATUSES } from './filters.gallery-data.ts';
import { OwnedMulti } from './gallery-owners.tsx';

export default {
  title: 'Multi select',
  states: [
    { name: 'no options', render: () => <OwnedMulti options={[]} /> },
    {
      name: '3 options, at its default',
      render: () => (
        <OwnedMulti
          label="Status"
          options={STATUSES}
          initial={['deployed', 'error']}
          byDefault={['deployed', 'error']}
        />
      ),
    },
    { name: '3 options with a search', render: () => <OwnedMulti options={STATUSES} searchable /> },
    {
      name: '10 options in their order',
      render: () => <OwnedMulti options={createNamedOptions(10)} initial={['id-9']} />,
    },
    {
      name: '11 options, selected first',
      render: () => <OwnedMulti options={createNamedOptions(11)} initial={['id-9', 'id-4', 'id-7']} />,
    },
    { name: 'nothing selected', render: () => <OwnedMulti options={createNamedOptions(11)} initial={[]} /> },
    { name: '60 options', render: () => <OwnedMulti options={createNamedOptions(60)} /> },
    {
      name: '500 options',
      render: () => <OwnedMulti options={createNamedOptions(500)} initial={['id-499']} />,
    },
    { name: 'long labels', render: () => <OwnedMulti options={LONG} initial={['long', 'words']} /> },
    { name: 'loading', render: () => <OwnedMulti options={[]} isLoading initial={['id-1', 'id-2']} /> },
    {
      name: 'disabled with its reason',
      render: () => (
        <OwnedMulti options={createNamedOptions(3)} disabledReason="The sources could not be read" />
      ),
    },
  ],
} satisfies GalleryPage;
