import type { GalleryPage } from '../gallery.ts';
import { createOptionGroups, LONG } from './filters.gallery-data.ts';
import { OwnedGrouped } from './gallery-owners.tsx';

export default {
  title: 'Grouped multi select',
  states: [
    { name: 'no options', render: () => <OwnedGrouped groups={[]} /> },
    { name: '3 options', render: () => <OwnedGrouped groups={createOptionGroups(3)} initial={['id-1']} /> },
    {
      name: '10 options, one group mixed',
      render: () => <OwnedGrouped groups={createOptionGroups(10)} initial={['id-0', 'id-1', 'id-6']} />,
    },
    {
      name: '11 options',
      render: () => <OwnedGrouped groups={createOptionGroups(11)} initial={['id-10']} />,
    },
    { name: '60 options', render: () => <OwnedGrouped groups={createOptionGroups(60)} /> },
    { name: '500 options', render: () => <OwnedGrouped groups={createOptionGroups(500)} initial={[]} /> },
    {
      name: 'long labels',
      render: () => (
        <OwnedGrouped
          groups={[
            { id: 'long', label: 'Services of other companies that take events over HTTP', options: LONG },
          ]}
          initial={['long']}
        />
      ),
    },
    { name: 'loading', render: () => <OwnedGrouped groups={[]} isLoading /> },
    {
      name: 'disabled with its reason',
      render: () => (
        <OwnedGrouped groups={createOptionGroups(3)} disabledReason="The types could not be read" />
      ),
    },
  ],
} satisfies GalleryPage;
